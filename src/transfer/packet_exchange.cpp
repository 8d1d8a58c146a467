// SPDX-License-Identifier: Apache-2.0
#include "transfer/packet_exchange.hpp"

#include <utility>

#include "base/error.hpp"
#include "comm/nap.hpp"

namespace groundswell {
void start_messages(const Communicator& communicator, const PacketPlan& plan,
                    const std::vector<Packet>& packets, SendSlots::Slot& slot) {
  std::span<std::byte> rest = slot.memory();
  for (const int to : plan.receivers()) {
    const auto n = std::size_t(plan.bytes_to(to, packets));
    const std::span<std::byte> message = std::exchange(rest, rest.subspan(n)).first(n);
    if (message.empty()) continue;
    plan.pack(to, packets, message.data());
    slot.add(communicator.start_synchronous_send_bytes(message, to, PacketPlan::tag));
  }
}

PacketExchange::PacketExchange(const Communicator& communicator, const std::vector<PacketKind>& kinds,
                               std::span<const Decomposition> own, std::span<const Decomposition> wanted,
                               double time_limit, int n_at_once)
    : communicator_(communicator.duplicate()),
      plan_(communicator_, kinds, own, wanted),
      time_limit_(time_limit),
      slots_(n_at_once),
      rounds_(std::size_t(n_at_once)) {}

void PacketExchange::prepare(std::vector<Packet> packets) {
  for (const Packet& packet : packets) plan_.check(packet);
  Round& next = round(n_started_);
  next.slot = &slots_.next(std::size_t(plan_.bytes_to_all(packets)));
  next.messages.make_room(plan_, kinds_of(packets));
  next.packets = std::move(packets);
}

void PacketExchange::start() {
  Round& next = round(n_started_++);
  next.messages.start(communicator_);
  start_messages(communicator_, plan_, next.packets, *next.slot);
}

void PacketExchange::finish() {
  Round& oldest = round(n_finished_++);
  const auto is_over = [&] {
    const bool all_came = oldest.messages.test();
    return oldest.slot->is_free() && all_came;
  };
  if (nap_until(time_limit_, is_over)) return;
  const std::string message = late(oldest);
  slots_.abandon();
  for (Round& each : rounds_) each.messages.abandon();
  communicator_.abandon();
  throw Error(message);
}

std::string PacketExchange::late(Round& round) const {
  const std::vector<int> missing = round.messages.missing();
  const std::string what =
      round.packets.empty() ? "" : plan_.kinds()[std::size_t(round.packets[0].kind)].name;
  const std::string awaited =
      missing.empty() ? text("others to take '", what, "'")
                      : text("'", what, "' from rank ", missing[0],
                             missing.size() > 1 ? text(" and ", missing.size() - 1, " others") : "");
  return text("rank ", communicator_.rank(), " has waited ", time_limit_, " s for ", awaited,
              "; check whether all processes still run");
}

std::int64_t PacketExchange::message_bytes() const {
  std::int64_t bytes = slots_.bytes();
  for (const Round& each : rounds_) bytes += each.messages.bytes();
  return bytes;
}

void PacketExchange::copy_field(std::size_t i, std::size_t field, const Block& places,
                                const CellRows& to) const {
  const auto& [packets, slot, messages] = finished();
  plan_.copy_own(packets[i], field, places, to);
  for (std::size_t s = 0; s < messages.size(); ++s)
    plan_.unpack_some(plan_.senders()[s], messages[s], packets, i, field, places, to);
}

void PacketExchange::copy_rows(std::size_t i, std::size_t field, const Block& places, std::byte* to) const {
  const std::int64_t length = finished().packets[i].from[field].length;
  copy_field(i, field, places, make_cell_rows(to, places.size(), length));
}

void PacketExchange::copy_all(std::size_t i, std::span<const CellRows> to) const {
  for (std::size_t field = 0; field < to.size(); ++field)
    copy_field(i, field, {0, plan_.n_wanted(finished().packets[i].kind)}, to[field]);
}

ReceivedPacket PacketExchange::copy_packet(std::size_t i) const {
  ReceivedPacket packet = std::move(plan_.make_room({finished().packets[i].kind}).front());
  for (std::size_t field = 0; field < packet.fields.size(); ++field)
    copy_rows(i, field, {0, plan_.n_wanted(packet.kind)}, packet.fields[field].data());
  return packet;
}

std::vector<ReceivedPacket> PacketExchange::copy_all() const {
  std::vector<ReceivedPacket> all;
  for (std::size_t i = 0; i < finished().packets.size(); ++i) all.push_back(copy_packet(i));
  return all;
}

}  // namespace groundswell
