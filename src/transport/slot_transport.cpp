// SPDX-License-Identifier: Apache-2.0
#include "transport/slot_transport.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/words.hpp"
#include "comm/nap.hpp"
#include "transfer/packet_plan.hpp"

namespace groundswell {
namespace {

// The rank that sends notes and receives answers.
constexpr int first_sender = 0;
enum Tag { tag_announcement = 1, tag_answer };

}  // namespace

SlotSender::SlotSender(const RankRoles& roles, int n_slot)
    : slots_(n_slot),
      announcements_(n_slot),
      communicator_(roles.world().duplicate()),
      n_output_(roles.n_output_server()) {}

void SlotSender::announce(const std::string& note, const std::vector<Packet>& packets, bool is_last) {
  if (communicator_.rank() != first_sender) return;
  const std::string words = WordWriter().add(is_last, kinds_of(packets)).text() + note;
  SendSlots::Slot& slot = announcements_.next(words.size());
  std::ranges::copy(std::as_bytes(std::span(words)), slot.memory().begin());
  for (int to = communicator_.size() - n_output_; to < communicator_.size(); ++to)
    slot.add(communicator_.start_synchronous_send_bytes(slot.memory(), to, tag_announcement));
}

bool SlotSender::progress() {
  const bool announces = announcements_.progress();
  return slots_.progress() || announces;
}

std::optional<std::string> SlotSender::look_for_answer() {
  if (communicator_.rank() != first_sender) return {};
  return communicator_.receive_text_if_any(tag_answer);
}

SendCounts SlotSender::counts() const {
  SendCounts counts = counts_;
  counts.wait_seconds = slots_.wait_seconds() + announcements_.wait_seconds();
  counts.slot_bytes = slots_.bytes();
  return counts;
}

void SlotSender::count_shipment() {
  const std::int64_t n_waited = slots_.n_waited() + announcements_.n_waited();
  if (n_waited > n_part_waited_) ++counts_.n_waited;
  n_part_waited_ = n_waited;
  ++counts_.n_shipment;
}

SlotReceiver::SlotReceiver(const RankRoles& roles) : communicator_(roles.world().duplicate()) {}

bool SlotReceiver::is_announced() {
  if (announced_) return true;
  const std::optional<std::string> text = communicator_.receive_text_if_any(tag_announcement);
  if (!text) return false;
  WordReader words(*text);
  Announcement made;
  words.read(made.is_last, made.kinds);
  made.note = words.rest();
  announced_ = std::move(made);
  return true;
}

std::int64_t SlotReceiver::await() {
  nap_until([&] { return is_announced(); });
  return bytes_needed(announced_->kinds);
}

bool SlotReceiver::advance() {
  if (!is_announced()) return false;
  if (!has_started_) start(announced_->kinds);
  has_started_ = true;
  return test();
}

ReceivedShipment SlotReceiver::take() {
  nap_until([&] { return advance(); });
  return end(unpack(announced_->kinds));
}

ReceivedShipment SlotReceiver::drop() {
  nap_until([&] { return advance(); });
  forget(announced_->kinds);
  return end({});
}

ReceivedShipment SlotReceiver::end(std::vector<ReceivedPacket> packets) {
  ReceivedShipment shipment{std::move(announced_->note), std::move(packets), announced_->is_last};
  announced_.reset();
  has_started_ = false;
  return shipment;
}

void SlotReceiver::answer(const std::string& words) {
  answers_.send(words, [&](std::span<const char> characters) {
    return communicator_.start_send(characters, first_sender, tag_answer);
  });
}

}  // namespace groundswell
