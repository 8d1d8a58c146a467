// SPDX-License-Identifier: Apache-2.0
// The rows of each kind of packet that go between this rank and its partners, determined once. A message
// between two ranks has the rows of one packet after another, field by field, in ascending order of cell
// numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/cell_pairs.hpp"
#include "transfer/packet.hpp"

namespace groundswell {

// Throws LogicError unless the packet has the fields of its kind, each with `n_own` rows of the right length.
void check_packet(const std::vector<PacketKind>& kinds, const Packet& packet, std::int64_t n_own);

// Throws Error on all ranks unless all have the same kinds in the same order: the lengths of messages, which
// have no headers, follow from them. Collective.
void require_same_kinds(const Communicator& communicator, const std::vector<PacketKind>& kinds);

std::vector<int> kinds_of(const std::vector<Packet>& packets);

class PacketPlan {
 public:
  static constexpr int tag = 1;  // of messages with packets

  // For each kind, or once for all kinds, `own` has the cells whose rows this rank has, and `wanted` those
  // whose rows it wants. Pass an empty span for a side that this rank does not belong to; a rank may be on
  // both sides. Throws Error on all ranks if their kinds differ (require_same_kinds) or the cells do not
  // match (match_cells). Collective on the ranks of both sides.
  PacketPlan(const Communicator& communicator, const std::vector<PacketKind>& kinds,
             std::span<const Decomposition> own, std::span<const Decomposition> wanted);

  const std::vector<PacketKind>& kinds() const { return kinds_; }  // one per slab
  // The other ranks to which this rank sends rows of any kind, and those from which it receives rows.
  const std::vector<int>& receivers() const { return receivers_; }
  const std::vector<int>& senders() const { return senders_; }

  void check(const Packet& packet) const;
  std::int64_t bytes_to(int rank, const std::vector<Packet>& packets) const;
  std::int64_t bytes_to_all(const std::vector<Packet>& packets) const;
  void pack(int rank, const std::vector<Packet>& packets, std::byte* message) const;
  // Indices of this rank's rows of a kind that some rank wants, this one included.
  std::vector<std::size_t> leaving(int kind) const;

  std::int64_t bytes_from(int rank, const std::vector<int>& kinds) const;
  std::int64_t bytes_from_all(const std::vector<int>& kinds) const;
  std::int64_t n_wanted(int kind) const { return cells(kind).n_wanted; }
  // Allocates the rows of packets of these kinds; room_bytes() is their size.
  std::vector<ReceivedPacket> make_room(const std::vector<int>& kinds) const;
  std::int64_t room_bytes(const std::vector<int>& kinds) const;
  void unpack(int rank, const std::byte* message, std::vector<ReceivedPacket>& packets) const;
  // For one field and the wanted cells with the indices `places`: unpack_some() copies the rows found in a
  // rank's message, which carries `packets`, and copy_own() copies those that this rank has itself. The first
  // of these cells goes to the first row of `to`.
  void unpack_some(int rank, const std::byte* message, const std::vector<Packet>& packets, std::size_t packet,
                   std::size_t field, const Block& places, const CellRows& to) const;
  void copy_own(const Packet& packet, std::size_t field, const Block& places, const CellRows& to) const;

 private:
  struct Cells {
    CellPairs pairs;
    std::int64_t n_own = 0, n_wanted = 0;
  };
  void add_kinds(SparseExchange& exchange, const Slabs& slabs, const Decomposition* own,
                 const Decomposition* wanted);
  const Cells& cells(int kind) const { return *cells_[std::size_t(kind)]; }
  std::int64_t row_bytes(int kind) const { return row_bytes_of(kinds_[std::size_t(kind)].fields); }

  int rank_;
  std::vector<PacketKind> kinds_;
  std::vector<std::shared_ptr<const Cells>> cells_;  // for each kind
  std::vector<int> receivers_, senders_;
};

}  // namespace groundswell
