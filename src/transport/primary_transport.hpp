// SPDX-License-Identifier: Apache-2.0
// MaCOM's published method, for comparison: some of the output ranks, the primaries, each gather every field
// from a share of the compute ranks (MPI_Igatherv) and scatter it to all output ranks. With one slot, a
// compute rank waits until its previous field has been sent, as in MaCOM.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/rank_roles.hpp"
#include "transfer/packet_exchange.hpp"
#include "transfer/row_places.hpp"
#include "transport/announcement.hpp"
#include "transport/slot_sender.hpp"

namespace groundswell {

class PrimarySender final : public SlotSender {
 public:
  // `own` has this rank's cells for each kind; at most `n_slot` fields are in flight. Throws Error if
  // `n_slot` is invalid (checked_slots). Collective with PrimaryReceiver.
  PrimarySender(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                std::span<const Decomposition> own, int n_slot, int n_primary);

  void send(const std::string& note, const std::vector<Packet>& packets, bool is_last) override;

 private:
  Communicator group_;  // the primary first, then its compute ranks
  std::vector<PacketKind> kinds_;
  std::vector<RowPlaces> own_;  // for each kind: all rows, in the order of the cells
};

class PrimaryReceiver final : public ShipmentReceiver {
 public:
  // `wanted` has the cells of each kind whose rows this rank wants. Throws Error on all output ranks if the
  // cells do not match (match_cells). Collective with PrimarySender.
  PrimaryReceiver(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                  std::span<const Decomposition> wanted, int n_primary);

  std::int64_t await() override;
  ReceivedShipment take() override;
  void answer(const std::string& words, Speaker speaker) override { announcements_.answer(words, speaker); }

 private:
  // How many rows of one kind a primary gathers from each rank of its group, and where they begin.
  struct Gathered {
    std::vector<int> counts, begins;  // for each rank of the group
    std::int64_t n_row = 0;
  };
  // On a primary: gathers the rows of all fields of packets of these kinds.
  std::vector<ByteBuffer> gather(const std::vector<int>& kinds);
  std::vector<ReceivedPacket> deal_out(const std::vector<int>& kinds,
                                       const std::vector<ByteBuffer>& gathered);

  AnnouncementReceiver announcements_;
  Communicator group_;
  bool is_primary_;
  std::vector<Gathered> gathered_;          // for each kind
  std::optional<PacketExchange> exchange_;  // from primaries to output ranks
  Announcement awaited_;
};

}  // namespace groundswell
