// SPDX-License-Identifier: Apache-2.0
#include "serve/served_side.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {

ServedSide::ServedSide(const RankRoles& roles, int n_team, std::unique_ptr<ShipmentSender> sender)
    : roles_(roles),
      failures_(roles.mine()),
      sender_(std::move(sender)),
      servers_(std::size_t(n_team)),
      dates_(std::size_t(n_team)) {}

void ServedSide::send_date(const DateTime& now, const std::vector<Packet>& packets) {
  const Stopwatch stopwatch;
  sender_->send(make_note(ServedWord::products, now.iso()), packets);
  for (Load& team : dates_) team.count_sent();
  output_seconds_ += stopwatch.seconds();
}

// Neither side needs memory for a whole restart.
void ServedSide::send_restart(const DateTime& now, const ServedFacts& facts, int first_kind, int n_slab,
                              const std::vector<ConstCellRows>& rows) {
  const Stopwatch stopwatch;
  for (int slab = 0; slab < n_slab; ++slab)
    sender_->send(make_note(ServedWord::restart, now.iso(), slab == 0 ? facts : ServedFacts()),
                  {{first_kind + slab, rows}});
  output_seconds_ += stopwatch.seconds();
  restarts_.count_sent();
}

void ServedSide::progress() {
  sender_->progress();
  listen();
}

void ServedSide::Load::count_sent() {
  if (n_sent++ == 0) since_first = Stopwatch();
}

double ServedSide::Load::seconds_left() const {
  if (n_sent == n_written) return 0.0;
  return n_written == 0 ? since_first.seconds() : double(n_sent - n_written) * seconds / double(n_written);
}

double ServedSide::backlog_seconds() const {
  double longest = 0.0;
  for (const Load& team : dates_) longest = std::max(longest, team.seconds_left());
  return longest + restarts_.seconds_left();
}

void ServedSide::listen() {
  while (const std::optional<std::string> answer = sender_->look_for_answer()) {
    WordReader words(*answer);
    const auto what = words.next<ServedWord>();
    if (what == ServedWord::error && error_.empty()) error_ = words.next<std::string>();
    if (what == ServedWord::end) {
      --n_awaited_;
      ServerCounts& team = servers_.at(words.next<std::size_t>());
      words.read(team);
    }
    if (what != ServedWord::written) continue;
    const auto team = words.next<std::size_t>();
    const auto seconds = words.next<double>();
    const auto news = words.next<WrittenNews>();
    Load& load = news.is_restart ? restarts_ : dates_.at(team);
    ++load.n_written;
    load.seconds += seconds;
    if (news.is_restart) longest_restart_ = std::max(longest_restart_, seconds);
    if (!news.line.empty()) add_news(news_, news);
  }
}

void ServedSide::guard(const std::function<void()>& work, double longest_wait) {
  const auto work_and_listen = [&] {
    work();
    require(error().empty(), error_);
  };
  failures_.guard(
      work_and_listen, [&] { tell(ServedWord::flush); }, longest_wait);
}

void ServedSide::tell(ServedWord what) {
  const bool is_last = what != ServedWord::flush;
  if (what == ServedWord::finish && !error().empty()) what = ServedWord::leave;
  n_awaited_ += std::int64_t(dates_.size());
  sender_->send(make_note(what), {}, is_last);
  run_together_napping(roles_.mine(), [&] {
    nap_until([&] {
      progress();
      return roles_.mine().rank() != 0 || n_awaited_ <= 0 || (!is_last && !error_.empty());
    });
    require(error_.empty(), error_);
  });
}

// The hidden percentage is the part of the slowest server's time that the slowest compute rank does not spend
// on output (MaCOM's definition).
std::string ServedSide::report() const {
  ServerCounts servers;
  for (const ServerCounts& team : servers_) {
    servers.write_seconds = std::max(servers.write_seconds, team.write_seconds);
    servers.bytes += team.bytes;
    servers.highest_queue = std::max(servers.highest_queue, team.highest_queue);
  }
  const Communicator& ranks = roles_.mine();
  const double seconds = ranks.max(output_seconds_);
  const std::int64_t n_waited = ranks.max(counts().n_waited), slot_bytes = ranks.max(counts().slot_bytes);
  const auto rounded = [](double value) { return std::round(value * 1000.0) / 1000.0; };
  std::string line =
      text("servers wrote ", format_bytes(double(servers.bytes)), " in ", rounded(servers.write_seconds),
           " s; ranks that compute spent ", rounded(seconds), " s on output");
  if (servers.write_seconds > seconds)
    line +=
        text(", so ", std::round(1000.0 * (1.0 - seconds / servers.write_seconds)) / 10.0, " % was hidden");
  line += text("; ", n_waited, " of ", counts().n_shipment, " shipments waited for a slot; at most ",
               format_bytes(double(slot_bytes)), " were in slots, and ",
               format_bytes(double(servers.highest_queue)), " waited on a server");
  return line;
}

}  // namespace groundswell
