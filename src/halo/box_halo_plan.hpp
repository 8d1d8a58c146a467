// SPDX-License-Identifier: Apache-2.0
// Halos of structured grids: each rank has a box of cells (i, j), and around it a halo in the same array.
#pragma once

#include <array>
#include <cstdint>

#include "comm/communicator.hpp"
#include "halo/halo_plan.hpp"

namespace groundswell {

// What lies beyond the last row of a tripolar grid (as in NEMO and MOM): the grid is folded there, around a
// pivot at T points of the last row, so that T row n_j is row n_j - 2 reversed, or at F points, so that it is
// row n_j - 1 reversed (rows counted from 0). The pivot at T points has i = 0 (and n_i / 2), that at F points
// lies between i = n_i - 1 and i = 0. Reference: Madec and the NEMO team 2022, NEMO ocean engine, 7.2.
enum class HaloFold { none, at_t, at_f };
// Where values lie on the C grid of Arakawa: in the centre of cell (i, j), half a cell further along i, along
// j, or both. It matters only at a fold.
enum class GridPoint { t, u, v, f };

// A rank's box, all pairs along i and then along j. The same array of
// (before[0] + n_own[0] + after[0]) * (before[1] + n_own[1] + after[1]) rows, i first, has its own cells and
// its halo, with corners. Beyond the edges of a grid that is not periodic rows are left untouched.
struct HaloBox {
  std::array<std::int64_t, 2> n_grid{};          // cells of the whole grid
  std::array<std::int64_t, 2> first{};           // the first own cell, counted from 0
  std::array<std::int64_t, 2> n_own{};           // both 0 on a rank without cells
  std::array<int, 2> before{1, 1}, after{1, 1};  // cells of the halo on each side
  std::array<bool, 2> is_periodic{};
  HaloFold fold = HaloFold::none;  // beyond the last row in j
  GridPoint point = GridPoint::t;
  bool may_lack_boxes = false;  // halo cells that no box has are left untouched; otherwise an error
};

// The plan for boxes of any sizes, also smaller than their halo, or of ranks that are their own neighbours.
// A fold moves values but does not change the sign of vectors. Throws Error, on all ranks, if ranks differ in
// the grid, for boxes that reach beyond it or overlap, for halo cells that no box has, and for a fold on a
// grid that is not periodic along i alone, has an odd n_i, or fewer rows than the halo needs. Collective.
HaloPlan make_box_halo_plan(const Communicator& communicator, const HaloBox& box);

}  // namespace groundswell
