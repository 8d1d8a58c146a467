// SPDX-License-Identifier: Apache-2.0
// Each compute rank sends directly to each output rank what that rank wants: one message per shipment and
// pair of ranks.
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/rank_roles.hpp"
#include "transfer/packet_exchange.hpp"
#include "transport/shipment.hpp"
#include "transport/slot_transport.hpp"

namespace groundswell {

class DirectSender final : public SlotSender {
 public:
  // `own` has this rank's cells for each kind. At most `n_slot` shipments are in flight; throws Error if
  // `n_slot` is invalid (checked_slots) and, on all ranks, if the cells do not match (match_cells).
  // Collective with DirectReceiver.
  DirectSender(const RankRoles& roles, const std::vector<PacketKind>& kinds,
               std::span<const Decomposition> own, int n_slot);

  void send(const std::string& note, const std::vector<Packet>& packets, bool is_last) override;

 private:
  Communicator communicator_;
  PacketPlan plan_;
};

class DirectReceiver final : public SlotReceiver {
 public:
  // `wanted` has the cells of each kind whose rows this rank wants. Throws Error on all ranks if the cells do
  // not match (match_cells). Collective with DirectSender.
  DirectReceiver(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                 std::span<const Decomposition> wanted);
  ~DirectReceiver() override {
    if (is_under_way()) communicator_.abandon();
  }

 private:
  std::int64_t bytes_needed(const std::vector<int>& kinds) const override;
  void start(const std::vector<int>& kinds) override;
  bool test() override { return messages_.test(); }
  std::vector<ReceivedPacket> unpack(const std::vector<int>& kinds) override;

  Communicator communicator_;
  PacketPlan plan_;
  ArrivingMessages messages_;
};

}  // namespace groundswell
