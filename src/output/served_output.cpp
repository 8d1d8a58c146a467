// SPDX-License-Identifier: Apache-2.0
#include "output/served_output.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"
#include "output/served_messages.hpp"

namespace groundswell {

ServedOutput::ServedOutput(const RankRoles& roles, ProductList products, const MeshPart& part,
                           const std::vector<RestartShape::Field>& state, const TransportSettings& transport)
    : roles_(roles),
      products_(std::move(products)),
      own_(part),
      plan_(roles, products_, part.n_global_cell, &own_, state),
      sender_(make_sender(roles, plan_.shipments(), transport)) {}

void ServedOutput::publish(const DateTime& now, OutputSource& source) {
  const std::vector<std::size_t> due = find_due(products_, now);
  if (due.empty()) return;
  source.update(now, fields_of(products_, due));
  const Stopwatch stopwatch;
  std::vector<ProductRows> rows;
  std::vector<Parcel> parcels;
  for (const std::size_t i : due) {
    const int kind = plan_.kind(i, now);
    rows.emplace_back(*products_[i], source, own_, plan_.few(kind));
    parcels.push_back({kind, rows.back().rows()});
  }
  sender_->send(served::make(served::products, now.iso()), parcels);
  output_seconds_ += stopwatch.seconds();
}

// Slice after slice, so that neither side needs room for a whole restart.
void ServedOutput::write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                                 const StateList& list) {
  const Stopwatch stopwatch;
  std::vector<ConstCellRows> rows;
  for (const StateList::CellValues& values : list.cells()) rows.push_back(values.rows);
  std::vector<CellChecksum> checksums;
  for (std::size_t i = 0; i < cells.owned.size(); ++i)
    checksums.push_back(compute_cell_checksum(cells.owned[i], rows, i));
  rows.push_back(make_cell_rows(checksums));
  since_restart_.emplace();
  for (int slice = 0; slice < plan_.n_slice(); ++slice) {
    std::string note = now.iso() + " ";
    if (slice == 0) note += served::from_facts(make_restart_shape(facts, list).attributes);
    sender_->send(served::make(served::restart, note), {{plan_.slice_kind(slice), rows}});
  }
  output_seconds_ += stopwatch.seconds();
}

void ServedOutput::listen() {
  while (const std::optional<std::string> answer = sender_->look_for_answer()) {
    const auto [what, rest] = served::read(*answer);
    if (what == served::date_line) news_.push_back({false, rest});
    if (what == served::error) error_ = rest;
    if (what == served::end) {
      has_ended_ = true;
      servers_ = served::to_counts(rest);
    }
    if (what != served::restart_line) continue;
    news_.push_back({true, rest});
    if (since_restart_) longest_restart_ = std::max(longest_restart_, since_restart_->seconds());
  }
}

void ServedOutput::look() {
  listen();
  throw_together(roles_.mine(), error_);
}

void ServedOutput::end(const char* how) {
  sender_->send(served::make(how), {}, true);
  nap_until([&] {
    progress();
    listen();
    return roles_.mine().rank() != 0 || has_ended_ || !error_.empty();
  });
  look();
}

// The share that is hidden is that of the time of the slowest server which the slowest rank that computes
// does not spend on output (MaCOM's definition).
std::string ServedOutput::report() {
  const Communicator& ranks = roles_.mine();
  const double seconds = ranks.max(output_seconds_);
  const std::int64_t n_waited = ranks.max(counts().n_waited), slot_bytes = ranks.max(counts().slot_bytes);
  const auto rounded = [](double value) { return std::round(value * 1000.0) / 1000.0; };
  std::string line =
      text("servers wrote ", format_bytes(double(servers_.bytes)), " in ", rounded(servers_.write_seconds),
           " s; ranks that compute spent ", rounded(seconds), " s on output");
  if (servers_.write_seconds > seconds)
    line +=
        text(", so ", std::round(1000.0 * (1.0 - seconds / servers_.write_seconds)) / 10.0, " % was hidden");
  line += text("; ", n_waited, " of ", counts().n_shipment, " sendings waited for a slot; at most ",
               format_bytes(double(slot_bytes)), " were in slots, and ",
               format_bytes(double(servers_.highest_queue)), " waited on a server");
  return line;
}

}  // namespace groundswell
