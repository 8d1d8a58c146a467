// SPDX-License-Identifier: Apache-2.0
#include "coupling/giving_link.hpp"

#include "base/error.hpp"

namespace groundswell {

void GivingLink::give(std::vector<bool> mask, std::vector<std::vector<std::byte>> values) {
  ensure(has_room() && mask.size() == row_bytes_.size() && values.size() == row_bytes_.size(),
         "an event without room, or of other fields than its pair");
  events_.push_back({std::move(mask), std::move(values)});
  if (events_.size() == 1) start();
}

void GivingLink::start() {
  std::vector<ConstCellRows> rows;
  for (std::size_t i = 0; i < row_bytes_.size(); ++i)
    rows.push_back({events_.front().values[i].data(), n_cell_, row_bytes_[i], 0, row_bytes_[i]});
  transfer_.start(rows, {}, events_.front().mask);
}

bool GivingLink::progress() {
  bool has_left = false;
  while (!events_.empty() && transfer_.test()) {
    transfer_.finish();
    events_.pop_front();
    has_left = true;
    if (!events_.empty()) start();
  }
  return has_left;
}

}  // namespace groundswell
