// SPDX-License-Identifier: Apache-2.0
// Each compute rank sends directly to each output rank what that rank wants: one message per shipment and
// pair of ranks.
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/rank_roles.hpp"
#include "transfer/packet_exchange.hpp"
#include "transport/announcement.hpp"
#include "transport/shipment.hpp"
#include "transport/slot_sender.hpp"

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

class DirectReceiver final : public ShipmentReceiver {
 public:
  // `wanted` has the cells of each kind whose rows this rank wants. Throws Error on all ranks if the cells do
  // not match (match_cells). Collective with DirectSender.
  DirectReceiver(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                 std::span<const Decomposition> wanted);

  std::int64_t await() override;
  ReceivedShipment take() override;
  void answer(const std::string& words, Speaker speaker) override { announcements_.answer(words, speaker); }

 private:
  AnnouncementReceiver announcements_;
  Communicator communicator_;
  PacketPlan plan_;
  Announcement awaited_;
  ArrivingMessages messages_;
};

}  // namespace groundswell
