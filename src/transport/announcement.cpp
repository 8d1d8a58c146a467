// SPDX-License-Identifier: Apache-2.0
#include "transport/announcement.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "base/words.hpp"

namespace groundswell {
namespace {

// The rank that sends notes and receives answers.
constexpr int first_sender = 0;
enum Tag { tag_announcement = 1, tag_answer };

Announcement read_announcement(const std::string& text) {
  WordReader words(text);
  Announcement made;
  words.read(made.is_last, made.kinds);
  made.note = words.rest();
  return made;
}

}  // namespace

Announcer::Announcer(const RankRoles& roles, int n_slot)
    : slots_(n_slot),
      communicator_(roles.world().duplicate()),
      output_ranks_(std::size_t(roles.n_output_server())) {
  std::iota(output_ranks_.begin(), output_ranks_.end(), roles.n_compute());
}

void Announcer::announce(const std::string& note, const std::vector<Packet>& packets, bool is_last) {
  if (communicator_.rank() != first_sender) return;
  std::vector<int> kinds;
  for (const Packet& packet : packets) kinds.push_back(packet.kind);
  const std::string words = WordWriter().add(is_last, kinds).text() + note;
  SendSlots::Slot& slot = slots_.next(words.size());
  std::ranges::copy(std::as_bytes(std::span(words)), slot.memory().begin());
  for (const int to : output_ranks_)
    slot.add(communicator_.start_synchronous_send_bytes(slot.memory(), to, tag_announcement));
}

std::optional<std::string> Announcer::look_for_answer() {
  if (communicator_.rank() != first_sender) return {};
  return communicator_.receive_text_if_any(tag_answer);
}

AnnouncementReceiver::AnnouncementReceiver(const RankRoles& roles)
    : communicator_(roles.world().duplicate()), is_first_(roles.mine().rank() == 0) {}

std::optional<Announcement> AnnouncementReceiver::look() {
  const std::optional<std::string> words = communicator_.receive_text_if_any(tag_announcement);
  if (!words) return {};
  return read_announcement(*words);
}

void AnnouncementReceiver::answer(const std::string& words, ShipmentReceiver::Speaker speaker) {
  if (!is_first_ && speaker == ShipmentReceiver::Speaker::first) return;
  answers_.send(words, [&](std::span<const char> characters) {
    return communicator_.start_send(characters, first_sender, tag_answer);
  });
}

}  // namespace groundswell
