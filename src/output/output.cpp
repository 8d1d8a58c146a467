// SPDX-License-Identifier: Apache-2.0
#include "output/output.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/stopwatch.hpp"

namespace groundswell {

Output::Output(const Communicator& communicator, ProductList products, const OutputHeader& header,
               const MeshPart& part, const std::optional<DateTime>& keep_until,
               std::optional<RestartStore> restarts, AfterWriting after)
    : communicator_(communicator),
      sender_(communicator, part),
      writer_(std::move(products), header, part, keep_until, std::move(after)),
      restarts_(std::move(restarts)) {}

void Output::publish(const DateTime& now, OutputSource& source) {
  const std::vector<std::size_t> due = find_due(writer_.products(), now);
  if (due.empty()) return;
  source.update(now, fields_of(writer_.products(), due));
  for (const std::size_t i : due) {
    Product& product = *writer_.products()[i];
    writer_.write(product, now, sender_.send(product, now, source));
  }
  news_.push_back(
      {false, describe_written(writer_.products(), due, now), find_completed(writer_.products(), due, now)});
}

void Output::write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                           const StateList& list) {
  ensure(restarts_.has_value(), "output without restarts was asked to write a restart");
  const Stopwatch stopwatch;
  news_.push_back({true, restarts_->save(communicator_, now, facts, [&](const std::filesystem::path& path) {
                     groundswell::write_restart(path, communicator_, cells, facts, list);
                   })});
  longest_restart_ = std::max(longest_restart_, stopwatch.seconds());
}

}  // namespace groundswell
