// SPDX-License-Identifier: Apache-2.0
// One rank's contribution to a restart, and how it comes to those that write it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "comm/rank_roles.hpp"
#include "restart/restart_writer.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell {

// The global numbers of this rank's cells, in local order.
struct RestartCells {
  std::int64_t n_global = 0;
  std::span<const std::int64_t> owned;
};

struct RestartState {
  RestartCells cells;
  RestartShape shape;               // the same on all ranks
  std::vector<ConstCellRows> rows;  // of the cells, for each field except the checksum
};

RestartState make_restart_state(const RestartCells& cells, const RestartFacts& facts, const StateList& list);
// On a rank that only writes, returns a state with the shape of the restart but without cells; on other ranks
// returns `mine`. Collective on all ranks.
RestartState share_restart_state(const RankRoles& roles, const RestartState& mine);

// Rows of all fields, with checksums. The state must outlive this object.
class ChecksummedRows {
 public:
  explicit ChecksummedRows(const RestartState& state);
  // Computes the checksum of the cell with this index or, without an argument, of all cells. Must be called
  // before the rows of these cells are used.
  void compute(std::size_t i);
  void compute();
  const std::vector<ConstCellRows>& rows() const { return rows_; }

 private:
  const RestartState& state_;
  std::vector<CellChecksum> checksums_;
  std::vector<ConstCellRows> rows_;
};

// Brings the cells of a state, with their checksums, to contiguous blocks of the grid. The slabs of each
// rank's block come one after another, so that large rows need only small buffers, which stay in cache, and
// one slab can be written while the next is under way.
class RestartSlabs {
 public:
  // `own` are the numbers by which the state's cells are ordered, each of which one rank has, and `block`
  // those that this rank wants. A slab takes about `slab_bytes` per rank (divide_into_slabs). With
  // `goes_ahead` the next slab is always under way when collect() returns. The state must outlive this
  // object. Throws Error on all ranks if cells do not match (match_cells). Collective.
  RestartSlabs(const Communicator& communicator, const RestartState& state, const Decomposition& own,
               const Block& block, std::int64_t slab_bytes, bool goes_ahead);

  std::int64_t n_slab() const { return slabs_.count; }
  // The cells of this rank's block in some slabs; may be empty.
  Block cells_of(const Block& slabs) const;
  // The rows of these cells, field by field, in `memory`. Slabs are collected in order. Collective.
  std::vector<CellRows> collect(const Block& slabs, ByteBuffer& memory);
  std::int64_t message_bytes() const { return exchange_.message_bytes(); }  // memory [B] of messages

 private:
  ChecksummedRows mine_;
  Block block_;
  Slabs slabs_;
  PacketExchange exchange_;  // each slab is a kind
  bool goes_ahead_;
  std::int64_t n_started_ = 0;
};

// Writes <path>.part, syncs it, renames it and syncs its folder, so that a file called `path` is complete,
// even after a crash of the machine. Returns the memory [B] used by this rank for values in transit. Throws
// Error on all ranks. Collective.
std::int64_t write_restart(const std::filesystem::path& path, const Communicator& communicator,
                           const RestartState& state);
void write_restart(const std::filesystem::path& path, const Communicator& communicator,
                   const RestartCells& cells, const RestartFacts& facts, const StateList& list);

}  // namespace groundswell
