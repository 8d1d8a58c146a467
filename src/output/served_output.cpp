// SPDX-License-Identifier: Apache-2.0
#include "output/served_output.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/units.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"
#include "output/served_messages.hpp"

namespace groundswell {

ServedOutput::ServedOutput(const RankRoles& roles, const ServerTeams& teams, ProductList products,
                           const MeshPart& part, const std::vector<RestartShape::Field>& state,
                           std::int64_t server_memory, const TransportSettings& transport)
    : roles_(roles),
      failures_(roles.mine().duplicate()),
      products_(std::move(products)),
      own_(part),
      plan_(roles, teams, products_, part.n_global_cell, &own_, state, server_memory),
      sender_(make_sender(roles, plan_.take_side(), transport)),
      dates_(std::size_t(teams.n_team())) {}

void ServedOutput::publish(const DateTime& now, OutputSource& source) {
  const std::vector<std::size_t> due = find_due(products_, now);
  if (due.empty()) return;
  guard([&] { source.update(now, fields_of(products_, due)); });
  const Stopwatch stopwatch;
  std::vector<ProductRows> rows;
  std::vector<Parcel> parcels;
  for (const std::size_t i : due) {
    const int kind = plan_.kind(i, now);
    rows.emplace_back(*products_[i], source, own_, plan_.few(kind));
    parcels.push_back({kind, rows.back().rows()});
  }
  sender_->send(make_note(ServedWord::products, now.iso()), parcels);
  for (Load& team : dates_) team.count_sent();
  output_seconds_ += stopwatch.seconds();
}

// Sends slice after slice, so that neither side needs memory for a whole restart.
void ServedOutput::write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                                 const StateList& list) {
  const Stopwatch stopwatch;
  std::vector<ConstCellRows> rows = list.rows();
  std::vector<CellChecksum> checksums;
  for (std::size_t i = 0; i < cells.owned.size(); ++i)
    checksums.push_back(compute_cell_checksum(cells.owned[i], rows, i));
  rows.push_back(make_cell_rows(checksums));
  for (int slice = 0; slice < plan_.n_slice(); ++slice) {
    WordWriter note;
    note.add(ServedWord::restart, now.iso());
    if (slice == 0)
      for (const auto& [name, value] : make_restart_shape(facts, list).attributes) note.add(name, value);
    sender_->send(note.text(), {{plan_.slice_kind(slice), rows}});
  }
  output_seconds_ += stopwatch.seconds();
  restarts_.count_sent();
}

void ServedOutput::Load::count_sent() {
  if (n_sent++ == 0) since_first = Stopwatch();
}

double ServedOutput::Load::seconds_left() const {
  if (n_sent == n_written) return 0.0;
  return n_written == 0 ? since_first.seconds() : double(n_sent - n_written) * seconds / double(n_written);
}

double ServedOutput::backlog_seconds() const {
  double longest = 0.0;
  for (const Load& team : dates_) longest = std::max(longest, team.seconds_left());
  return longest + restarts_.seconds_left();
}

void ServedOutput::listen() {
  while (const std::optional<std::string> answer = sender_->look_for_answer()) {
    WordReader words(*answer);
    const auto what = words.next<ServedWord>();
    if (what == ServedWord::error && error_.empty()) error_ = words.next<std::string>();
    if (what == ServedWord::end) {
      ++n_ended_;
      words.read(servers_.write_seconds, servers_.bytes, servers_.highest_queue);
    }
    const bool is_restart = what == ServedWord::restart_written;
    if (!is_restart && what != ServedWord::date_written) continue;
    const auto team = words.next<std::size_t>();
    const auto seconds = words.next<double>();
    const WrittenNews news = WrittenNews::read_from(words);
    if (!news.line.empty()) news_.push_back({is_restart, news.line, news.complete});
    Load& load = is_restart ? restarts_ : dates_.at(team);
    ++load.n_written;
    load.seconds += seconds;
    if (is_restart) longest_restart_ = std::max(longest_restart_, seconds);
  }
}

// A rank that fails at the end of its work meets the others here; one that fails earlier, while others wait
// for its halo, times out and throws alone.
bool ServedOutput::has_failed_anywhere(const std::string& message) {
  constexpr double longest_wait = 10.0;  // [s]
  LentToMpi<std::array<double, 1>> failed;
  failed->front() = message.empty() ? 0.0 : 1.0;
  failed.add(failures_.start_max_in_place(*failed));
  const Stopwatch stopwatch;
  if (message.empty())
    failed.wait();
  else
    nap_until([&] { return failed.test() || stopwatch.seconds() > longest_wait; });
  if (!failed.pending()) return failed->front() > 0.0;
  failures_.abandon();
  throw Error(message);
}

void ServedOutput::guard(const std::function<void()>& work) {
  std::string message;
  try {
    work();
  } catch (const Error& error) {
    message = error.what();
  }
  listen();
  if (message.empty()) message = error_;
  if (!has_failed_anywhere(message)) return;
  tell(ServedWord::flush, false);  // servers stay until the program is aborted
  throw_together(roles_.mine(), message);
}

void ServedOutput::tell(ServedWord what, bool is_last) {
  sender_->send(make_note(what), {}, is_last);
  nap_until([&] {
    progress();
    listen();
    return roles_.mine().rank() != 0 || n_ended_ >= dates_.size() || !error_.empty();
  });
  throw_together(roles_.mine(), error_);
}

// The hidden percentage is the part of the slowest server's time that the slowest compute rank does not spend
// on output (MaCOM's definition).
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
  line += text("; ", n_waited, " of ", counts().n_shipment, " shipments waited for a slot; at most ",
               format_bytes(double(slot_bytes)), " were in slots, and ",
               format_bytes(double(servers_.highest_queue)), " waited on a server");
  return line;
}

}  // namespace groundswell
