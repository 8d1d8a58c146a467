// SPDX-License-Identifier: Apache-2.0
// Each compute rank sends directly to each output rank what that rank wants: one message per shipment and
// pair of ranks. Sends are synchronous: a message stays in its slot until it is received, so that a slow
// output rank holds back the compute ranks instead of filling memory with messages.
#pragma once

#include <vector>

#include "transfer/packet_exchange.hpp"
#include "transport/slot_transport.hpp"

namespace groundswell {

class DirectSender final : public SlotSender {
 public:
  DirectSender(const RankRoles& roles, const TransportSide& side, const TransportSettings& settings)
      : SlotSender(roles, roles.world().duplicate(), settings), plan_(values_, side.kinds, side.cells, {}) {}

 private:
  void check(const Packet& packet) const override { plan_.check(packet); }
  void start(const std::vector<Packet>& packets) override {
    start_messages(values_, plan_, packets, next_slot(plan_.bytes_to_all(packets)));
  }

  PacketPlan plan_;
};

class DirectReceiver final : public SlotReceiver {
 public:
  DirectReceiver(const RankRoles& roles, const TransportSide& side)
      : SlotReceiver(roles, roles.world().duplicate()), plan_(values_, side.kinds, {}, side.cells) {}

 private:
  std::int64_t bytes_needed() const override {
    return plan_.room_bytes(kinds_) + plan_.bytes_from_all(kinds_);
  }
  void start() override {
    messages_.make_room(plan_, kinds_);
    messages_.start(values_);
  }
  bool test() override { return messages_.test(); }
  // Senders are released once their messages have been received into buffers; memory for the rows is
  // allocated only now.
  std::vector<ReceivedPacket> unpack() override {
    std::vector<ReceivedPacket> packets = plan_.make_room(kinds_);
    for (std::size_t i = 0; i < messages_.size(); ++i)
      plan_.unpack(plan_.senders()[i], messages_[i], packets);
    return packets;
  }

  PacketPlan plan_;
  ArrivingMessages messages_;
};

}  // namespace groundswell
