// SPDX-License-Identifier: Apache-2.0
#include "coupling/taking_link.hpp"

#include <utility>

namespace groundswell {

TakingLink::TakingLink(Transfer& transfer, std::vector<std::size_t> fields_of,
                       std::vector<std::int64_t> row_bytes, std::int64_t n_cell,
                       const std::optional<DateTime>& after, NextEvent next_event, Arrive arrive)
    : transfer_(transfer),
      fields_of_(std::move(fields_of)),
      next_event_(std::move(next_event)),
      arrive_(std::move(arrive)),
      next_(next_event_(after)) {
  for (const std::int64_t bytes : row_bytes) values_.emplace_back(std::size_t(bytes * n_cell));
  for (std::size_t i = 0; i < values_.size(); ++i)
    rows_.push_back({values_[i].data(), n_cell, row_bytes[i], 0, row_bytes[i]});
}

bool TakingLink::progress(const DateTime& until) {
  bool has_come = false;
  while (next_) {
    if (!transfer_.under_way()) {
      if (next_->date > until) break;
      std::vector<bool> mask;
      for (const std::size_t field : fields_of_) mask.push_back(next_->mask[field]);
      transfer_.start({}, rows_, mask);
    }
    if (!transfer_.test()) break;
    transfer_.finish();
    const PairEvent came = *std::exchange(next_, next_event_(next_->date));
    arrive_(came, values_);
    has_come = true;
  }
  return has_come;
}

}  // namespace groundswell
