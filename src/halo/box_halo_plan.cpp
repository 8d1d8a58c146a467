// SPDX-License-Identifier: Apache-2.0
#include "halo/box_halo_plan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

using Cell = std::array<std::int64_t, 2>;
constexpr char axis_names[] = "ij";

std::int64_t wrap(std::int64_t i, std::int64_t n) {
  return (i % n + n) % n;
}

// The cell of the grid at a place that may lie beyond its edges, if there is one.
class Grid {
 public:
  explicit Grid(const HaloBox& box) : n_(box.n_grid), is_periodic_(box.is_periodic), fold_(box.fold) {
    // A reflection maps x to sum - x. Points U and F have x = i + 1/2, V and F have y = j + 1/2.
    const bool is_at_t = fold_ == HaloFold::at_t;
    const bool is_right = box.point == GridPoint::u || box.point == GridPoint::f;
    const bool is_above = box.point == GridPoint::v || box.point == GridPoint::f;
    sum_ = {(is_at_t ? 0 : -1) - (is_right ? 1 : 0),
            (is_at_t ? 2 * n_[1] - 2 : 2 * n_[1] - 1) - (is_above ? 1 : 0)};
  }

  std::optional<Cell> find(Cell cell) const {
    if (fold_ != HaloFold::none && cell[1] >= n_[1]) {
      cell = {sum_[0] - cell[0], sum_[1] - cell[1]};
      require(cell[1] >= 0, "the grid has ", n_[1],
              " rows, too few for a fold with a halo as wide as that, which ", "needs row ", cell[1],
              " (counted from 0); make the halo narrower");
    }
    for (std::size_t axis : {0u, 1u}) {
      if (is_periodic_[axis]) cell[axis] = wrap(cell[axis], n_[axis]);
      if (cell[axis] < 0 || cell[axis] >= n_[axis]) return {};
    }
    return cell;
  }
  std::int64_t number(Cell cell) const { return cell[0] + n_[0] * cell[1]; }
  Cell cell(std::int64_t number) const { return {number % n_[0], number / n_[0]}; }

 private:
  Cell n_, sum_{};
  std::array<bool, 2> is_periodic_;
  HaloFold fold_;
};

void check_grid(const HaloBox& box) {
  const auto [n_i, n_j] = box.n_grid;
  require(n_i > 0 && n_j > 0 && n_i <= INT64_MAX / n_j / 4, "a grid of ", n_i, " x ", n_j,
          " cells was given to a halo plan; give positive numbers whose product fits 61 bits");
  if (box.fold == HaloFold::none) return;
  require(box.is_periodic[0] && !box.is_periodic[1],
          "a grid with a fold beyond its last row is periodic along i ", "and not along j, but this one is ",
          box.is_periodic[0] ? "periodic along both" : "not periodic along i");
  require(n_i % 2 == 0, "a grid with a fold has an even number of cells along i, but this one has ", n_i);
}

void check_box(const HaloBox& box, int rank) {
  for (std::size_t axis : {0u, 1u}) {
    const std::int64_t first = box.first[axis], n = box.n_own[axis], n_grid = box.n_grid[axis];
    require(n >= 0, "the box of rank ", rank, " has ", n, " cells along ", axis_names[axis],
            "; give 0 along both if it has none");
    require(box.before[axis] >= 0 && box.after[axis] >= 0, "the halo of rank ", rank, " is ",
            std::min(box.before[axis], box.after[axis]), " cells wide along ", axis_names[axis],
            "; widths are not negative");
    require(n == 0 || (first >= 0 && first <= n_grid - n), "the box of rank ", rank,
            " reaches beyond the grid: along ", axis_names[axis], " it has ", n, " cells from ", first,
            " on (counted from 0), the grid has ", n_grid);
  }
  require((box.n_own[0] == 0) == (box.n_own[1] == 0), "the box of rank ", rank, " has ", box.n_own[0], " x ",
          box.n_own[1], " cells; give 0 x 0 if it has none");
}

// All ranks must mean the same grid; a rank's own box and widths are its own.
void check_same(const Communicator& communicator, const HaloBox& box) {
  const std::vector<std::int64_t> mine{box.n_grid[0],      box.n_grid[1],          box.is_periodic[0],
                                       box.is_periodic[1], std::int64_t(box.fold), std::int64_t(box.point),
                                       box.may_lack_boxes};
  std::vector<std::int64_t> first = mine;
  communicator.broadcast(std::span<std::int64_t>(first), 0);
  run_together(communicator, [&] {
    require(first == mine, "rank ", communicator.rank(),
            " describes another grid than rank 0: ", box.n_grid[0], " x ", box.n_grid[1],
            " cells instead of ", first[0], " x ", first[1],
            ", or other periodic axes, another fold, points, or rule for missing boxes");
  });
}

// The cells of a rank, and the rows of its array in which they lie.
struct BoxCells {
  std::vector<std::int64_t> owned, owned_rows, halo, halo_rows;
};

BoxCells list_cells(const HaloBox& box, const Grid& grid, Cell extents) {
  BoxCells cells;
  for (std::int64_t y = 0; y < extents[1]; ++y)
    for (std::int64_t x = 0; x < extents[0]; ++x) {
      const std::int64_t i = x - box.before[0], j = y - box.before[1], row = x + y * extents[0];
      const Cell place{box.first[0] + i, box.first[1] + j};
      if (i >= 0 && i < box.n_own[0] && j >= 0 && j < box.n_own[1]) {
        cells.owned.push_back(grid.number(place));
        cells.owned_rows.push_back(row);
      } else if (const std::optional<Cell> there = grid.find(place)) {
        cells.halo.push_back(grid.number(*there));
        cells.halo_rows.push_back(row);
      }
    }
  return cells;
}

}  // namespace

HaloPlan make_box_halo_plan(const Communicator& communicator, const HaloBox& box) {
  check_same(communicator, box);
  std::optional<Grid> grid;
  Cell extents{};
  BoxCells cells;
  run_together(communicator, [&] {
    check_grid(box);
    check_box(box, communicator.rank());
    grid.emplace(box);
    if (box.n_own[0] > 0)
      for (std::size_t axis : {0u, 1u}) extents[axis] = box.before[axis] + box.n_own[axis] + box.after[axis];
    require(extents[0] == 0 || extents[1] <= (INT32_MAX - 1) / extents[0], "the box of rank ",
            communicator.rank(), " with its halo has ", extents[0], " x ", extents[1], " cells; at most ",
            INT32_MAX - 1, " fit an array");
    cells = list_cells(box, *grid, extents);
  });
  const auto name = [&](std::int64_t number) {
    const auto [i, j] = grid->cell(number);
    return text("cell (", i, ", ", j, ") (counted from 0)");
  };
  return make_placed_halo_plan(communicator, {cells.owned, cells.owned_rows}, {cells.halo, cells.halo_rows},
                               {.may_lack_owners = box.may_lack_boxes,
                                .n_row = int(extents[0] * extents[1]),
                                .line_length = int(extents[0]),
                                .name = name});
}

}  // namespace groundswell
