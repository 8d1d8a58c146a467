// SPDX-License-Identifier: Apache-2.0
// Sends are synchronous: a message that is not being taken stays in its slot, so that a slow output rank
// holds back those that compute instead of filling memory with messages.
#include "transport/direct_transport.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "base/stopwatch.hpp"
#include "comm/nap.hpp"

namespace groundswell {
namespace {

constexpr int tag_values = 1;

}  // namespace

DirectSender::DirectSender(const RankRoles& roles, std::vector<ParcelKind> kinds,
                           std::span<const Decomposition> own, int n_slot)
    : SlotSender(roles, n_slot),
      communicator_(roles.world().duplicate()),
      plan_(communicator_, std::move(kinds), own, {}) {}

void DirectSender::send(const std::string& note, const std::vector<Parcel>& parcels, bool is_last) {
  for (const Parcel& parcel : parcels) plan_.check(parcel);
  announcer_.announce(note, parcels, is_last);
  const std::int64_t bytes = plan_.bytes_to_all(parcels);
  SendSlots::Slot& slot = slots_.next(std::size_t(bytes));
  const Stopwatch stopwatch;
  start_parcels(communicator_, plan_, parcels, slot);
  ++counts_.n_shipment;
  counts_.bytes += bytes;
  counts_.pack_seconds += stopwatch.seconds();
}

DirectReceiver::DirectReceiver(const RankRoles& roles, std::vector<ParcelKind> kinds,
                               std::span<const Decomposition> wanted)
    : announcements_(roles),
      communicator_(roles.world().duplicate()),
      plan_(communicator_, std::move(kinds), {}, wanted) {}

std::int64_t DirectReceiver::await() {
  awaited_ = announcements_.await();
  std::int64_t bytes = plan_.room_bytes(awaited_.kinds);
  for (const int from : plan_.senders()) bytes += plan_.bytes_from(from, awaited_.kinds);
  return bytes;
}

ReceivedShipment DirectReceiver::take() {
  return {std::move(awaited_.note), receive_parcels(communicator_, plan_, awaited_.kinds, messages_),
          awaited_.is_last};
}

void start_parcels(const Communicator& communicator, const ShipmentPlan& plan,
                   const std::vector<Parcel>& parcels, SendSlots::Slot& slot) {
  std::span<std::byte> rest = slot.memory();
  for (const int to : plan.receivers()) {
    const auto n = std::size_t(plan.bytes_to(to, parcels));
    const std::span<std::byte> message = std::exchange(rest, rest.subspan(n)).first(n);
    if (message.empty()) continue;
    plan.pack(to, parcels, message.data());
    slot.add(communicator.start_synchronous_send_bytes(message, to, tag_values));
  }
}

// A sender is free when its message has been copied: before memory of rows is touched for the first time.
std::vector<ReceivedParcel> receive_parcels(const Communicator& communicator, const ShipmentPlan& plan,
                                            const std::vector<int>& kinds,
                                            std::vector<ByteBuffer>& messages) {
  const std::vector<int>& senders = plan.senders();
  messages.resize(senders.size());
  std::vector<Request> requests;
  for (std::size_t i = 0; i < senders.size(); ++i)
    if (const std::int64_t bytes = plan.bytes_from(senders[i], kinds); bytes > 0)
      requests.push_back(
          communicator.start_receive_bytes(messages[i].first(std::size_t(bytes)), senders[i], tag_values));
  nap_until([&] { return std::ranges::all_of(requests, [](Request& request) { return request.test(); }); });
  std::vector<ReceivedParcel> parcels = plan.make_room(kinds);
  for (std::size_t i = 0; i < senders.size(); ++i) plan.unpack(senders[i], messages[i].data(), parcels);
  return parcels;
}

std::vector<ReceivedParcel> exchange_parcels(const Communicator& communicator, const ShipmentPlan& plan,
                                             const std::vector<Parcel>& parcels,
                                             std::vector<ByteBuffer>& messages) {
  std::vector<int> kinds;
  for (const Parcel& parcel : parcels) kinds.push_back(parcel.kind);
  SendSlots slots(1);
  SendSlots::Slot& slot = slots.next(std::size_t(plan.bytes_to_all(parcels)));
  start_parcels(communicator, plan, parcels, slot);
  std::vector<ReceivedParcel> received = receive_parcels(communicator, plan, kinds, messages);
  nap_until([&] { return slot.is_free(); });
  return received;
}

}  // namespace groundswell
