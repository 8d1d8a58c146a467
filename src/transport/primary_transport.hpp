// SPDX-License-Identifier: Apache-2.0
// MaCOM's published method, for comparison: some of the output ranks, the primaries, each gather every field
// from a share of the compute ranks (MPI_Igatherv) and scatter it to all output ranks. With one slot, a
// compute rank waits until its previous field has been sent, as in MaCOM.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/rank_roles.hpp"
#include "transfer/packet_exchange.hpp"
#include "transfer/row_places.hpp"
#include "transport/slot_transport.hpp"

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

class PrimaryReceiver final : public SlotReceiver {
 public:
  // `wanted` has the cells of each kind whose rows this rank wants. Throws Error on all output ranks if the
  // cells do not match (match_cells). Collective with PrimarySender.
  PrimaryReceiver(const RankRoles& roles, const std::vector<PacketKind>& kinds,
                  std::span<const Decomposition> wanted, int n_primary);
  ~PrimaryReceiver() override {
    if (is_under_way()) group_.abandon();
  }

 private:
  // How many rows of one kind a primary gathers from each rank of its group, and where they begin.
  struct Gathered {
    std::vector<int> counts, begins;  // for each rank of the group
    std::int64_t n_row = 0;
  };
  std::int64_t bytes_needed(const std::vector<int>& kinds) const override;
  // On a primary: gathers the rows of all fields of packets of these kinds.
  void start(const std::vector<int>& kinds) override;
  bool test() override { return rows_.test(); }
  // Deals them out among the output ranks. Collective on these, as is forget().
  std::vector<ReceivedPacket> unpack(const std::vector<int>& kinds) override;
  void forget(const std::vector<int>& kinds) override { unpack(kinds); }

  Communicator group_;
  bool is_primary_;
  std::vector<Gathered> gathered_;           // for each kind
  LentToMpi<std::vector<ByteBuffer>> rows_;  // of each field, on a primary
  std::optional<PacketExchange> exchange_;   // from primaries to output ranks
};

}  // namespace groundswell
