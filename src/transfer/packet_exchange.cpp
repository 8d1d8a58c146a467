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
                               double time_limit)
    : communicator_(communicator.duplicate()),
      plan_(communicator_, kinds, own, wanted),
      time_limit_(time_limit) {}

void PacketExchange::prepare(std::vector<Packet> packets) {
  for (const Packet& packet : packets) plan_.check(packet);
  packets_ = std::move(packets);
  slot_ = &slots_.next(std::size_t(plan_.bytes_to_all(packets_)));
  messages_.make_room(plan_, kinds_of(packets_));
}

void PacketExchange::exchange() {
  messages_.start(communicator_);
  start_messages(communicator_, plan_, packets_, *slot_);
  const auto is_over = [&] {
    const bool all_came = messages_.test();
    return slot_->is_free() && all_came;
  };
  if (nap_until(time_limit_, is_over)) return;
  const std::string message = late();
  slots_.abandon();
  messages_.abandon();
  communicator_.abandon();
  throw Error(message);
}

std::string PacketExchange::late() {
  const std::vector<int> missing = messages_.missing();
  const std::string what = packets_.empty() ? "" : plan_.kinds()[std::size_t(packets_[0].kind)].name;
  return missing.empty() ? text("rank ", communicator_.rank(), " has waited ", time_limit_,
                                " s for others to take '", what, "'")
                         : text("rank ", communicator_.rank(), " has waited ", time_limit_, " s for '", what,
                                "' from rank ", missing[0],
                                missing.size() > 1 ? text(" and ", missing.size() - 1, " others") : "",
                                "; check whether all processes still run");
}

void PacketExchange::copy_field(std::size_t i, std::size_t field, const Block& places,
                                const CellRows& to) const {
  plan_.copy_own(packets_[i], field, places, to);
  for (std::size_t s = 0; s < messages_.size(); ++s)
    plan_.unpack_some(plan_.senders()[s], messages_[s], packets_, i, field, places, to);
}

void PacketExchange::copy_rows(std::size_t i, std::size_t field, const Block& places, std::byte* to) const {
  copy_field(i, field, places, make_cell_rows(to, places.size(), packets_[i].from[field].length));
}

void PacketExchange::copy_all(std::size_t i, std::span<const CellRows> to) const {
  for (std::size_t field = 0; field < to.size(); ++field)
    copy_field(i, field, {0, plan_.n_wanted(packets_[i].kind)}, to[field]);
}

std::vector<ReceivedPacket> PacketExchange::copy_all() const {
  std::vector<ReceivedPacket> all = plan_.make_room(kinds_of(packets_));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t field = 0; field < all[i].fields.size(); ++field)
      copy_rows(i, field, {0, plan_.n_wanted(all[i].kind)}, all[i].fields[field].data());
  return all;
}

}  // namespace groundswell
