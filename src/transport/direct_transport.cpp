// SPDX-License-Identifier: Apache-2.0
// Sends are synchronous: a message stays in its slot until it is received, so that a slow output rank holds
// back the compute ranks instead of filling memory with messages.
#include "transport/direct_transport.hpp"

#include <span>
#include <utility>

#include "base/stopwatch.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell {
DirectSender::DirectSender(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                           std::span<const Decomposition> own, int n_slot)
    : SlotSender(roles, n_slot),
      communicator_(roles.world().duplicate()),
      plan_(communicator_, kinds, own, {}) {}

void DirectSender::send(const std::string& note, const std::vector<Packet>& packets, bool is_last) {
  for (const Packet& packet : packets) plan_.check(packet);
  announce(note, packets, is_last);
  const std::int64_t bytes = plan_.bytes_to_all(packets);
  SendSlots::Slot& slot = slots_.next(std::size_t(bytes));
  const Stopwatch stopwatch;
  start_messages(communicator_, plan_, packets, slot);
  counts_.bytes += bytes;
  counts_.pack_seconds += stopwatch.seconds();
  count_shipment();
}

DirectReceiver::DirectReceiver(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                               std::span<const Decomposition> wanted)
    : SlotReceiver(roles),
      communicator_(roles.world().duplicate()),
      plan_(communicator_, kinds, {}, wanted) {}

std::int64_t DirectReceiver::bytes_needed(const std::vector<int>& kinds) const {
  return plan_.room_bytes(kinds) + plan_.bytes_from_all(kinds);
}

void DirectReceiver::start(const std::vector<int>& kinds) {
  messages_.make_room(plan_, kinds);
  messages_.start(communicator_);
}

// Senders are released once their messages have been received into buffers; memory for the rows is allocated
// only now.
std::vector<ReceivedPacket> DirectReceiver::unpack(const std::vector<int>& kinds) {
  std::vector<ReceivedPacket> packets = plan_.make_room(kinds);
  for (std::size_t i = 0; i < messages_.size(); ++i) plan_.unpack(plan_.senders()[i], messages_[i], packets);
  return packets;
}

}  // namespace groundswell
