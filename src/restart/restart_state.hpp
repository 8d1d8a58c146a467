// SPDX-License-Identifier: Apache-2.0
// What one rank gives to a restart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_roles.hpp"
#include "restart/restart_writer.hpp"

namespace groundswell {

// The cells of this rank, as numbers in the whole mesh, in local order.
struct RestartCells {
  std::int64_t n_global = 0;
  std::span<const std::int64_t> owned;
};

struct RestartState {
  RestartCells cells;
  RestartShape shape;               // the same on all ranks
  std::vector<ConstCellRows> rows;  // of the cells, for each field but the checksum
};

RestartState make_restart_state(const RestartCells& cells, const RestartFacts& facts, const StateList& list);
// What a rank that only writes gives: no cells. Others pass theirs, which are returned. Collective on all
// ranks.
RestartState share_restart_state(const RankRoles& roles, const RestartState& mine);

// Rows of all fields, with checksums. The state must stay.
class ChecksummedRows {
 public:
  explicit ChecksummedRows(const RestartState& state);
  // Of the cells with these indices; before their rows are used.
  void compute(std::span<const std::size_t> cells);
  void compute();
  const std::vector<ConstCellRows>& rows() const { return rows_; }

 private:
  const RestartState& state_;
  std::vector<CellChecksum> checksums_;
  std::vector<ConstCellRows> rows_;
};

}  // namespace groundswell
