// SPDX-License-Identifier: Apache-2.0
#include "serve/server_loop.hpp"

#include <span>
#include <utility>

#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Within a team: to its leader, that the next shipment has come; from it, that all take a step now.
enum StepTag { tag_ready = 1, tag_step };

}  // namespace

ServerLoop::ServerLoop(const RankRoles& roles, const ServerTeams& teams,
                       std::shared_ptr<ShipmentReceiver> receiver, ServerWriter& writer,
                       const DateTime& start, std::int64_t most_bytes)
    : teams_(teams),
      commits_(roles, teams),
      receiver_(std::move(receiver)),
      writer_(writer),
      most_bytes_(most_bytes),
      start_(start) {}

bool ServerLoop::serve() {
  while (!has_ended_) step();
  return is_complete_;
}

// Servers never wait in a step for ranks that compute, except within a restart: what has come to all servers
// of the team was sent by all ranks.
bool ServerLoop::is_due() {
  if (has_last_) return commits_.all_have_ended();
  start_receiving();
  const Communicator& team = teams_.ranks();
  const auto post = [&](int to, int tag) {
    posted_.send("", [&](std::span<const char> none) { return team.start_send(none, to, tag); });
  };
  const bool leads = team.rank() == 0;
  if (!is_ready_ && incoming_->is_ready()) {
    is_ready_ = true;
    if (!leads) post(0, tag_ready);
  }
  if (leads) {
    while (team.receive_text_if_any(tag_ready)) ++n_ready_;
    if (!is_ready_ || n_ready_ + 1 < team.size()) return false;
    n_ready_ = 0;
    for (int to = 1; to < team.size(); ++to) post(to, tag_step);
  } else if (!team.receive_text_if_any(tag_step)) {
    return false;
  }
  is_ready_ = false;
  return true;
}

void ServerLoop::start_receiving() {
  if (!incoming_) incoming_.emplace(receiver_, most_bytes_);
}

void ServerLoop::step() {
  if (has_last_) {
    nap_until([&] { return commits_.all_have_ended(); });
    has_ended_ = true;
    return;
  }
  start_receiving();
  try {
    if (failure_.empty())
      serve_next();
    else
      drop_next();
  } catch (const std::exception&) {
    if (failure_.empty())
      fail(current_sentence());
    else
      has_last_ = true;  // nothing can be received any more
  }
  if (!has_last_) return;
  writer_.leave();
  answer_end();
  incoming_.reset();
  commits_.say_end();
}

void ServerLoop::fail(const std::string& sentence) {
  failure_ = sentence;
  commits_.say_failed(sentence);
  answer_for_team(make_note(ServedWord::error, sentence));
}

// A failure to receive on one server is one of its whole team, which writes together; the shipment is then
// dropped by all, so that the next one is the same on all.
ReceivedShipment ServerLoop::next() {
  ReceivedShipment shipment;
  run_together_napping(teams_.ranks(), [&] {
    try {
      shipment = incoming_->next();
      has_last_ = shipment.is_last;
    } catch (const std::exception&) {
      has_last_ = incoming_->drop().is_last;
      throw;
    }
  });
  return shipment;
}

void ServerLoop::serve_next() {
  ReceivedShipment shipment = next();
  const std::string note = std::move(shipment.note);
  WordReader words(note);
  const auto what = words.next<ServedWord>();
  if (what == ServedWord::finish) {
    writer_.finish();
    is_complete_ = true;
  }
  if (what == ServedWord::flush) answer_end();
  if (what != ServedWord::restart && what != ServedWord::products) return;
  const DateTime now = DateTime::parse(words.next<std::string>(), start_.calendar());
  if (what == ServedWord::restart)
    write_restart(now, words, std::move(shipment));
  else
    write_date(now, shipment);
}

void ServerLoop::drop_next() {
  ReceivedShipment dropped;
  run_together_napping(teams_.ranks(), [&] { dropped = incoming_->drop(); });
  has_last_ = dropped.is_last;
  if (WordReader(dropped.note).next<ServedWord>() == ServedWord::flush) answer_end();
}

void ServerLoop::tell_written(ServedWord what, double seconds, const WrittenNews& news) {
  WordWriter written;
  written.add(what, teams_.mine(), seconds);
  news.add_to(written);
  answer_for_team(written.text());
}

void ServerLoop::answer_for_team(const std::string& note) {
  if (teams_.ranks().rank() == 0) receiver_->answer(note);
}

void ServerLoop::write_date(const DateTime& now, ReceivedShipment& shipment) {
  const Stopwatch stopwatch;
  const WrittenNews news = writer_.write(now, shipment);
  write_seconds_ += stopwatch.seconds();
  tell_written(ServedWord::date_written, stopwatch.seconds(), news);
}

void ServerLoop::write_restart(const DateTime& now, WordReader& facts, ReceivedShipment first) {
  const Stopwatch stopwatch;
  writer_.commit();
  commits_.say_committed();
  if (!teams_.writes_restarts()) {
    for (int slab = 1; slab < writer_.n_slab(); ++slab) next();
    write_seconds_ += stopwatch.seconds();
    return;
  }
  bool is_first = true;
  const WrittenNews news = writer_.write_restart(
      now, facts, [&] { return std::exchange(is_first, false) ? std::move(first) : next(); },
      [&] { commits_.wait_for_others(); });
  write_seconds_ += stopwatch.seconds();
  tell_written(ServedWord::restart_written, stopwatch.seconds(), news);
}

void ServerLoop::answer_end() {
  const Communicator& team = teams_.ranks();
  CollectiveRequest all_here = team.start_barrier();
  nap_until([&] { return all_here.test(); });
  const ServerCounts all{team.max(write_seconds_), team.sum(writer_.bytes_written()),
                         team.max(incoming_->highest_bytes())};
  answer_for_team(make_note(ServedWord::end, teams_.mine(), all.write_seconds, all.bytes, all.highest_queue));
}

// In turns, so that no loop waits for ever.
void serve_until_end(const std::vector<ServerLoop*>& loops) {
  if (loops.size() == 1 && !loops[0]->has_started()) {  // no need to choose, now or before
    loops[0]->serve();
    return;
  }
  std::size_t last = 0;
  const auto find_due = [&] {
    for (std::size_t i = 1; i <= loops.size(); ++i) {
      const std::size_t next = (last + i) % loops.size();
      if (loops[next]->has_ended() || !loops[next]->is_due()) continue;
      last = next;
      return true;
    }
    return false;
  };
  while (!loops[0]->has_ended()) {
    nap_until(find_due);
    loops[last]->step();
  }
}

}  // namespace groundswell
