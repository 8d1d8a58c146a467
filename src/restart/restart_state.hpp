// SPDX-License-Identifier: Apache-2.0
// One rank's contribution to a restart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_roles.hpp"
#include "restart/restart_writer.hpp"

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
  // Computes the checksums of the cells with these indices or, without an argument, of all cells. Must be
  // called before the rows of these cells are used.
  void compute(std::span<const std::size_t> cells);
  void compute();
  const std::vector<ConstCellRows>& rows() const { return rows_; }

 private:
  const RestartState& state_;
  std::vector<CellChecksum> checksums_;
  std::vector<ConstCellRows> rows_;
};

}  // namespace groundswell
