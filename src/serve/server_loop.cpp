// SPDX-License-Identifier: Apache-2.0
#include "serve/server_loop.hpp"

#include <utility>

#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {

ServerLoop::ServerLoop(const RankRoles& roles, const ServerTeams& teams,
                       std::shared_ptr<ShipmentReceiver> receiver, ServerWriter& writer,
                       const DateTime& start, std::int64_t most_bytes)
    : roles_(roles),
      teams_(teams),
      commits_(roles, teams),
      receiver_(std::move(receiver)),
      writer_(writer),
      most_bytes_(most_bytes),
      start_(start) {}

bool ServerLoop::serve() {
  bool is_complete = false;
  incoming_.emplace(receiver_, most_bytes_);
  try {
    is_complete = serve_all();
  } catch (const std::exception&) {
    failure_ = current_sentence();
    commits_.say_failed(failure_);
    receiver_->answer(make_note(ServedWord::error, failure_), ShipmentReceiver::Speaker::any);
    drop_rest();
  }
  answer_end();
  incoming_.reset();
  return is_complete;
}

// A failure to receive on one server is one of its whole team, which writes together.
ReceivedShipment ServerLoop::next() {
  ReceivedShipment shipment;
  run_together_napping(teams_.ranks(), [&] {
    shipment = incoming_->next();
    has_last_ = shipment.is_last;
  });
  return shipment;
}

bool ServerLoop::serve_all() {
  while (true) {
    ReceivedShipment shipment = next();
    const std::string note = std::move(shipment.note);
    WordReader words(note);
    const auto what = words.next<ServedWord>();
    if (shipment.is_last) {
      if (what == ServedWord::finish) writer_.finish();
      return what == ServedWord::finish;
    }
    if (what == ServedWord::flush) {
      answer_end();
      continue;
    }
    const DateTime now = DateTime::parse(words.next<std::string>(), start_.calendar());
    if (what == ServedWord::restart)
      write_restart(now, words, std::move(shipment));
    else
      write_date(now, shipment);
  }
}

// Other teams wait for this one at each flush.
void ServerLoop::drop_rest() {
  try {
    while (!has_last_) {
      const ReceivedShipment dropped = incoming_->next();
      has_last_ = dropped.is_last;
      if (WordReader(dropped.note).next<ServedWord>() == ServedWord::flush) answer_end();
    }
  } catch (const std::exception&) {  // nothing can be received
  }
}

void ServerLoop::tell_written(ServedWord what, double seconds, const WrittenNews& news) {
  WordWriter written;
  written.add(what, teams_.mine(), seconds);
  news.add_to(written);
  answer_for_team(written.text());
}

void ServerLoop::answer_for_team(const std::string& note) {
  if (teams_.ranks().rank() == 0) receiver_->answer(note, ShipmentReceiver::Speaker::any);
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
  commits_.say_committed(now);
  if (!teams_.writes_restarts()) {
    for (int slab = 1; slab < writer_.n_slab(); ++slab) next();
    write_seconds_ += stopwatch.seconds();
    return;
  }
  bool is_first = true;
  const WrittenNews news = writer_.write_restart(
      now, facts, [&] { return std::exchange(is_first, false) ? std::move(first) : next(); },
      [&] { commits_.wait_for_others(now); });
  write_seconds_ += stopwatch.seconds();
  tell_written(ServedWord::restart_written, stopwatch.seconds(), news);
}

void ServerLoop::answer_end() {
  const Communicator& servers = roles_.mine();
  CollectiveRequest all_here = servers.start_barrier();
  nap_until([&] { return all_here.test(); });
  const ServerCounts all{servers.max(write_seconds_), servers.sum(writer_.bytes_written()),
                         servers.max(incoming_->highest_bytes())};
  answer_for_team(make_note(ServedWord::end, all.write_seconds, all.bytes, all.highest_queue));
}

}  // namespace groundswell
