// SPDX-License-Identifier: Apache-2.0
#include "transport/slot_transport.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/stopwatch.hpp"
#include "base/words.hpp"
#include "comm/nap.hpp"

namespace groundswell {
namespace {

// The rank that sends notes and receives answers.
constexpr int first_sender = 0;
enum Tag { tag_announcement = 1, tag_answer };

}  // namespace

SlotSender::SlotSender(const RankRoles& roles, Communicator values, const TransportSettings& settings)
    : values_(std::move(values)),
      slots_(settings.n_slot),
      announcements_(settings.n_slot),
      communicator_(roles.world().duplicate()),
      n_output_(roles.n_output_server()) {
  if (settings.progress == "thread") thread_.emplace([this] { return advance(); });
}

// A shipment counts once as having waited, however many of its parts waited.
void SlotSender::send(const std::string& note, const std::vector<Packet>& packets, bool is_last) {
  for (const Packet& packet : packets) check(packet);
  if (thread_) thread_->is_under_way();  // or has failed
  const auto n_part_waited = [&] { return slots_.n_waited() + announcements_.n_waited(); };
  const std::int64_t n_before = n_part_waited();
  announce(note, packets, is_last);
  const double waited_before = slots_.wait_seconds();
  const Stopwatch stopwatch;
  start(packets);
  if (thread_) thread_->wake();
  counts_.pack_seconds += stopwatch.seconds() - (slots_.wait_seconds() - waited_before);
  counts_.slot_bytes = slots_.bytes();
  counts_.wait_seconds = slots_.wait_seconds() + announcements_.wait_seconds();
  if (n_part_waited() > n_before) ++counts_.n_waited;
  ++counts_.n_shipment;
}

void SlotSender::announce(const std::string& note, const std::vector<Packet>& packets, bool is_last) {
  if (communicator_.rank() != first_sender) return;
  const std::string words = WordWriter().add(is_last, kinds_of(packets)).text() + note;
  SendSlots::Slot& slot = announcements_.next(words.size());
  std::ranges::copy(std::as_bytes(std::span(words)), slot.memory().begin());
  for (int to = communicator_.size() - n_output_; to < communicator_.size(); ++to)
    slot.add(communicator_.start_synchronous_send_bytes(slot.memory(), to, tag_announcement));
}

SendSlots::Slot& SlotSender::next_slot(std::int64_t bytes) {
  counts_.bytes += bytes;
  return slots_.next(std::size_t(bytes));
}

bool SlotSender::advance() {
  const bool announces = announcements_.progress();
  return slots_.progress() || announces;
}

std::optional<std::string> SlotSender::look_for_answer() {
  if (communicator_.rank() != first_sender) return {};
  return communicator_.receive_text_if_any(tag_answer);
}

bool SlotReceiver::is_announced() {
  if (announced_) return true;
  const std::optional<std::string> text = communicator_.receive_text_if_any(tag_announcement);
  if (!text) return false;
  WordReader words(*text);
  ReceivedShipment made;
  words.read(made.is_last, kinds_);
  made.note = words.rest();
  announced_ = std::move(made);
  return true;
}

std::int64_t SlotReceiver::await() {
  nap_until([&] { return is_announced(); });
  return bytes_needed();
}

bool SlotReceiver::advance() {
  if (!is_announced()) return false;
  if (!has_started_) start();
  has_started_ = true;
  return test();
}

ReceivedShipment SlotReceiver::take() {
  nap_until([&] { return advance(); });
  return end(unpack());
}

ReceivedShipment SlotReceiver::drop() {
  nap_until([&] { return advance(); });
  forget();
  return end({});
}

ReceivedShipment SlotReceiver::end(std::vector<ReceivedPacket> packets) {
  announced_->packets = std::move(packets);
  has_started_ = false;
  return *std::exchange(announced_, {});
}

void SlotReceiver::answer(const std::string& words) {
  answers_.send(words, communicator_, first_sender, tag_answer);
}

}  // namespace groundswell
