// SPDX-License-Identifier: Apache-2.0
// Sends are synchronous: a message that is not being taken stays in its slot, so that a slow output rank
// holds back those that compute instead of filling memory with messages.
#include "transport/direct_transport.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "transport/announcement.hpp"

namespace groundswell {
namespace {

// Whose notes travel, and who gets answers.
constexpr int first_sender = 0;

enum Tag { tag_announcement = 1, tag_values, tag_answer };

}  // namespace

DirectSender::DirectSender(const RankRoles& roles, const ShipmentPlan& plan, int n_slot)
    : slots_(checked_slots(n_slot)),
      communicator_(roles.world().duplicate()),
      output_ranks_(std::size_t(roles.n_output_server())),
      plan_(plan) {
  std::iota(output_ranks_.begin(), output_ranks_.end(), roles.n_compute());
}

bool DirectSender::Slot::is_free() {
  return std::ranges::all_of(requests, [](Request& request) { return request.test(); });
}

// Without filling it: new memory is touched once.
void DirectSender::Slot::make_room(std::size_t bytes) {
  if (size >= bytes) return;
  memory.reset();
  memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
  size = bytes;
}

// The oldest slot; shipments take turns.
DirectSender::Slot& DirectSender::free_slot() {
  Slot& slot = slots_[std::size_t(counts_.n_shipment) % slots_.size()];
  if (!slot.is_free()) {
    ++counts_.n_waited;
    const Stopwatch stopwatch;
    nap_until([&] {
      progress();
      return slot.is_free();
    });
    counts_.wait_seconds += stopwatch.seconds();
  }
  slot.requests.clear();
  return slot;
}

// Empty except on the first rank.
std::string DirectSender::announce(const std::string& note, const std::vector<Parcel>& parcels,
                                   bool is_last) const {
  if (communicator_.rank() != first_sender) return "";
  Announcement announcement{is_last, {}, note};
  for (const Parcel& parcel : parcels) announcement.kinds.push_back(parcel.kind);
  return announcement.to_text();
}

void DirectSender::send(const std::string& note, const std::vector<Parcel>& parcels, bool is_last) {
  for (const Parcel& parcel : parcels) plan_.check(parcel);
  Slot& slot = free_slot();
  const Stopwatch stopwatch;
  const std::string announcement = announce(note, parcels, is_last);
  std::size_t end = announcement.size();
  for (const int to : plan_.receivers()) end += std::size_t(plan_.bytes_to(to, parcels));
  slot.make_room(end);

  std::span<std::byte> rest(slot.memory.get(), end);
  const auto take = [&](std::size_t bytes) { return std::exchange(rest, rest.subspan(bytes)).first(bytes); };
  const std::span<std::byte> words = take(announcement.size());
  std::ranges::copy(std::as_bytes(std::span(announcement)), words.begin());
  if (!words.empty())
    for (const int to : output_ranks_)
      slot.requests.push_back(communicator_.start_synchronous_send_bytes(words, to, tag_announcement));
  for (const int to : plan_.receivers()) {
    const std::span<std::byte> message = take(std::size_t(plan_.bytes_to(to, parcels)));
    if (message.empty()) continue;
    plan_.pack(to, parcels, message.data());
    slot.requests.push_back(communicator_.start_synchronous_send_bytes(message, to, tag_values));
  }
  ++counts_.n_shipment;
  counts_.bytes += std::int64_t(end);
  counts_.slot_bytes = 0;
  for (const Slot& each : slots_) counts_.slot_bytes += std::int64_t(each.size);
  counts_.pack_seconds += stopwatch.seconds();
}

void DirectSender::progress() {
  for (Slot& slot : slots_) (void)slot.is_free();
}

std::optional<std::string> DirectSender::look_for_answer() {
  if (communicator_.rank() != first_sender) return {};
  return communicator_.receive_text_if_any(tag_answer);
}

DirectReceiver::DirectReceiver(const RankRoles& roles, const ShipmentPlan& plan)
    : communicator_(roles.world().duplicate()), answers_for_all_(roles.mine().rank() == 0), plan_(plan) {}

std::int64_t DirectReceiver::await() {
  std::optional<std::string> words;
  nap_until([&] { return bool(words = communicator_.receive_text_if_any(tag_announcement)); });
  Announcement announcement = Announcement::from_text(*words);
  kinds_ = std::move(announcement.kinds);
  awaited_ = {std::move(announcement.note), {}, announcement.is_last};
  std::int64_t bytes = plan_.room_bytes(kinds_);
  for (const int from : plan_.senders()) bytes += plan_.bytes_from(from, kinds_);
  return bytes;
}

ReceivedShipment DirectReceiver::take() {
  awaited_.parcels = plan_.make_room(kinds_);
  std::vector<std::pair<int, std::vector<std::byte>>> messages;
  std::vector<Request> requests;
  for (const int from : plan_.senders())
    if (const std::int64_t bytes = plan_.bytes_from(from, kinds_); bytes > 0)
      messages.emplace_back(from, std::size_t(bytes));
  for (auto& [from, message] : messages)
    requests.push_back(communicator_.start_receive_bytes(message, from, tag_values));
  std::size_t n_unpacked = 0;
  nap_until([&] {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (!requests[i].pending() || !requests[i].test()) continue;
      plan_.unpack(messages[i].first, messages[i].second.data(), awaited_.parcels);
      messages[i].second = {};
      ++n_unpacked;
    }
    return n_unpacked == messages.size();
  });
  return std::move(awaited_);
}

void DirectReceiver::answer(const std::string& words) {
  if (!answers_for_all_) return;
  answers_.send(words, [&](std::span<const char> characters) {
    return communicator_.start_send(characters, first_sender, tag_answer);
  });
}

}  // namespace groundswell
