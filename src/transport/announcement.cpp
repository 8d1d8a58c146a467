// SPDX-License-Identifier: Apache-2.0
#include "transport/announcement.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>

#include "comm/nap.hpp"

namespace groundswell {
namespace {

// Whose notes travel, and who gets answers.
constexpr int first_sender = 0;
enum Tag { tag_announcement = 1, tag_answer };

// As bytes: is_last, number of kinds, kinds, note.
std::string to_text(const Announcement& announcement) {
  std::vector<std::int32_t> numbers{announcement.is_last, std::int32_t(announcement.kinds.size())};
  numbers.insert(numbers.end(), announcement.kinds.begin(), announcement.kinds.end());
  return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * 4) + announcement.note;
}

Announcement from_text(const std::string& text) {
  const auto number = [&](std::size_t i) {
    std::int32_t value = 0;
    std::memcpy(&value, text.data() + 4 * i, 4);
    return value;
  };
  Announcement made{number(0) != 0, {}, {}};
  const auto n = std::size_t(number(1));
  for (std::size_t i = 0; i < n; ++i) made.kinds.push_back(number(2 + i));
  made.note = text.substr(4 * (2 + n));
  return made;
}

}  // namespace

Announcer::Announcer(const RankRoles& roles, int n_slot)
    : slots_(n_slot),
      communicator_(roles.world().duplicate()),
      output_ranks_(std::size_t(roles.n_output_server())) {
  std::iota(output_ranks_.begin(), output_ranks_.end(), roles.n_compute());
}

void Announcer::announce(const std::string& note, const std::vector<Parcel>& parcels, bool is_last) {
  if (communicator_.rank() != first_sender) return;
  Announcement announcement{is_last, {}, note};
  for (const Parcel& parcel : parcels) announcement.kinds.push_back(parcel.kind);
  const std::string words = to_text(announcement);
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

Announcement AnnouncementReceiver::await() {
  std::optional<std::string> words;
  nap_until([&] { return bool(words = communicator_.receive_text_if_any(tag_announcement)); });
  return from_text(*words);
}

void AnnouncementReceiver::answer(const std::string& words, ShipmentReceiver::Speaker speaker) {
  if (!is_first_ && speaker == ShipmentReceiver::Speaker::first) return;
  answers_.send(words, [&](std::span<const char> characters) {
    return communicator_.start_send(characters, first_sender, tag_answer);
  });
}

}  // namespace groundswell
