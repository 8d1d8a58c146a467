// SPDX-License-Identifier: Apache-2.0
#include "serve/server_loop.hpp"

#include <utility>

#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// Within a team: to its leader, that the next shipment has come; from it, that all take a step now. The
// leader takes the step before that of any other loop, so that the steps of all loops have one order.
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
  while (!has_last_) step();
  nap_until([&] { return has_ended(); });
  return is_complete_;
}

// Servers never wait in a step for ranks that compute, except the team that writes a restart, within it: what
// has come to all servers of the team was sent by all ranks.
bool ServerLoop::is_due() {
  if (has_last_) return false;
  start_receiving();
  const Communicator& team = teams_.ranks();
  if (!is_ready_ && incoming_->is_ready()) {
    is_ready_ = true;
    posted_.send("", team, 0, tag_ready);
  }
  while (team.receive_text_if_any(tag_ready)) ++n_ready_;
  if (n_ready_ == team.size()) {
    n_ready_ = 0;
    for (int to = 1; to < team.size(); ++to) posted_.send("", team, to, tag_step);
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
  start_receiving();
  try {
    serve_next();
  } catch (const std::exception&) {
    if (failure_.empty()) {
      failure_ = current_sentence();
      commits_.say(ServedWord::error, failure_);
      answer_for_team(make_note(ServedWord::error, failure_));
    } else {
      has_last_ = true;  // nothing can be received any more
    }
  }
  if (!has_last_) return;
  writer_.leave();
  answer_end();
  incoming_.reset();
  commits_.say(ServedWord::end);
}

// A failure to receive on one server is one of its whole team, which writes together; the shipment is then
// dropped by all, so that the next one is the same on all.
ReceivedShipment ServerLoop::next() {
  ReceivedShipment shipment;
  run_together_napping(teams_.ranks(), [&] {
    try {
      shipment = failure_.empty() ? incoming_->next() : incoming_->drop();
      has_last_ = shipment.is_last;
    } catch (const std::exception&) {
      if (failure_.empty()) has_last_ = incoming_->drop().is_last;
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
  if (what == ServedWord::flush) answer_end();
  if (!failure_.empty()) return;  // and drops the shipment
  if (what == ServedWord::finish) {
    writer_.finish();
    is_complete_ = true;
  }
  const bool is_restart = what == ServedWord::restart;
  if (!is_restart && what != ServedWord::products) return;
  const DateTime now = DateTime::parse(words.next<std::string>(), start_.calendar());
  const Stopwatch stopwatch;
  WrittenNews news = is_restart ? write_restart(now, words.next<ServedFacts>(), std::move(shipment))
                                : writer_.write(now, shipment);
  const double seconds = stopwatch.seconds();
  write_seconds_ += seconds;
  if (is_restart && !teams_.writes_restarts()) return;
  news.is_restart = is_restart;
  answer_for_team(make_note(ServedWord::written, teams_.mine(), seconds, news));
}

// Teams that do not write the restart take a step for each slab: if they waited for the next one, they would
// keep the team of restarts of another output waiting, while those that send wait for that team.
WrittenNews ServerLoop::write_restart(const DateTime& now, const ServedFacts& facts, ReceivedShipment first) {
  if (n_slab_left_ > 0) {
    --n_slab_left_;
    return {};
  }
  writer_.commit();
  commits_.say(ServedWord::committed);
  if (!teams_.writes_restarts()) {
    n_slab_left_ = writer_.n_slab() - 1;
    return {};
  }
  bool is_first = true;
  return writer_.write_restart(
      now, facts, [&] { return std::exchange(is_first, false) ? std::move(first) : next(); },
      [&] { commits_.wait_for_others(); });
}

void ServerLoop::answer_for_team(const std::string& note) {
  if (teams_.ranks().rank() == 0) receiver_->answer(note);
}

void ServerLoop::answer_end() {
  const Communicator& team = teams_.ranks();
  CollectiveRequest all_here = team.start_barrier();
  nap_until([&] { return all_here.test(); });
  answer_for_team(make_note(ServedWord::end, teams_.mine(), team.max(write_seconds_),
                            team.sum(writer_.bytes_written()), team.max(incoming_->highest_bytes())));
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
      if (!loops[next]->is_due()) continue;
      last = next;
      return true;
    }
    return false;
  };
  bool is_due = false;
  do {
    nap_until([&] { return (is_due = find_due()) || loops[0]->has_ended(); });
    if (is_due) loops[last]->step();
  } while (is_due);
}

}  // namespace groundswell
