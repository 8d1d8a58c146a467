// SPDX-License-Identifier: Apache-2.0
#include "output/run_output.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/together.hpp"

namespace groundswell {

RunOutput::RunOutput(const Communicator& communicator, ProductList products, const OutputHeader& header,
                     const MeshPart& part, const std::optional<DateTime>& keep_until,
                     std::optional<RestartStore> restarts, AfterWriting after)
    : communicator_(communicator),
      products_(std::move(products)),
      plan_(communicator, products_, owned_cells(part), {.computes = true, .writes = true}),
      restarts_(std::move(restarts)) {
  const OutputPlan::Cells cells = plan_.take_cells();
  exchange_.emplace(communicator, cells.kinds, cells.own, cells.wanted);
  writer_.emplace(products_, header, part, keep_until, std::move(after));
}

RunOutput::RunOutput(const RankRoles& roles, const ServerTeams& teams, ProductList products,
                     const MeshPart& part, const std::vector<RestartShape::Field>& state,
                     const ServerSettings& settings)
    : communicator_(roles.mine()),
      products_(std::move(products)),
      plan_(roles.world(), products_, owned_cells(part), {.computes = true, .writes = false}) {
  plan_.add_restart(teams, state, settings);
  OutputPlan::Cells cells = plan_.take_cells();
  side_.emplace(roles, teams.n_team(),
                make_sender(roles, {std::move(cells.kinds), std::move(cells.own)}, settings.transport));
}

void RunOutput::publish(const DateTime& now, OutputSource& source) {
  const std::vector<std::size_t> due = find_due(products_, now);
  if (due.empty()) return;
  guard([&] { source.update(now, fields_of(products_, due)); });
  std::vector<std::vector<float>> copies;
  std::vector<Packet> packets = plan_.make_packets(due, now, source, copies);
  if (side_) return side_->send_date(now, packets);
  run_together(communicator_, [&] { exchange_->prepare(std::move(packets)); });
  exchange_->exchange();
  std::size_t number = 0;
  news_.push_back(writer_->write(now, [&](std::size_t) { return exchange_->copy_packet(number++); }));
}

void RunOutput::write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                              const StateList& list) {
  const RestartState state = make_restart_state(cells, facts, list);
  if (side_) {
    ChecksummedRows mine(state);
    mine.compute();
    return side_->send_restart(now, state.shape.attributes, plan_.first_slice(), plan_.n_slice(),
                               mine.rows());
  }
  ensure(restarts_.has_value(), "output without restarts was asked to write a restart");
  const Stopwatch stopwatch;
  const auto write = [&](const std::filesystem::path& path) {
    groundswell::write_restart(path, communicator_, state);
  };
  news_.push_back({restarts_->save(communicator_, now, facts, write), {}, true});
  longest_restart_ = std::max(longest_restart_, stopwatch.seconds());
}

}  // namespace groundswell
