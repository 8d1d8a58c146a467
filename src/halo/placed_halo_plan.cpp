// SPDX-License-Identifier: Apache-2.0
// Plans by position: owners are found, the halo is sorted as plans require, and rows take the place of cells.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.hpp"
#include "comm/cell_directory.hpp"
#include "comm/together.hpp"
#include "halo/halo_plan.hpp"
#include "halo/plan_messages.hpp"

namespace groundswell {
namespace {

// The rows of the owned cells and then of the halo.
std::vector<int> place_rows(const PlacedCells& owned, const PlacedCells& halo) {
  std::vector<int> rows;
  const auto place = [&](const PlacedCells& list, const char* what) {
    const std::size_t n = list.cells.size();
    require(list.positions.empty() || list.positions.size() == n, "a halo plan was given ", n, " ", what,
            " cells and ", list.positions.size(), " positions of them; give each cell one position, or none");
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t row = list.positions.empty() ? std::int64_t(rows.size()) : list.positions[i];
      require(row >= 0 && row < INT32_MAX, "the ", what, " cell ", list.cells[i], " was given the position ",
              row, " (counted from 0); positions are rows of the array, up to ", INT32_MAX - 1);
      rows.push_back(int(row));
    }
  };
  place(owned, "owned");
  place(halo, "halo");
  return rows;
}

void check_rows_once(std::vector<int> rows, int rank) {
  std::ranges::sort(rows);
  const auto twice = std::ranges::adjacent_find(rows);
  if (twice == rows.end()) return;
  throw Error(text("two cells of rank ", rank, " were given the same position, ", *twice, " (counted from 0)",
                   "; give each owned and each halo cell a place of its own"));
}

constexpr int no_owner = -1;

// The rank that owns each of the cells `wanted`, or no_owner; both lists are in any order. Throws Error, on
// all ranks, if a cell is owned twice; `name` describes a cell for that. Collective.
std::vector<int> find_owners(const Communicator& communicator, std::span<const std::int64_t> owned,
                             std::span<const std::int64_t> wanted,
                             const std::function<std::string(std::int64_t)>& name) {
  DirectoryRules rules{
      .first = INT64_MAX, .last = INT64_MIN, .held_twice = [&](auto cell, int one, int other) {
        return one == other ? text(name(cell), " is named twice among the owned cells of rank ", one,
                                   "; name each cell once")
                            : text(name(cell), " is owned by ranks ", one, " and ", other,
                                   "; give each cell to one rank");
      }};
  for (const std::int64_t cell : owned) {
    rules.first = std::min(rules.first, cell);
    rules.last = std::max(rules.last, cell);
  }
  rules.first = communicator.min(rules.first);
  rules.last = communicator.max(rules.last);
  const auto list = [&](std::span<const std::int64_t> cells) {
    std::vector<ListedCell> listed;
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[i] >= rules.first && cells[i] <= rules.last) listed.push_back({cells[i], std::int64_t(i)});
    return listed;
  };
  std::vector<int> owners(wanted.size(), no_owner);
  const Communicator own = communicator.duplicate();
  SparseExchange exchange(own);
  find_partners(exchange, list(owned), list(wanted), rules,
                [&](bool sends, int rank, const std::vector<PlacedRow>& rows) {
                  for (std::size_t i = 0; !sends && i < rows.size(); ++i)
                    owners[std::size_t(rows[i].cell)] = rank;
                });
  return owners;
}

// Joins runs of equal length at equal distances, from runs[begin] on.
void join_runs(std::vector<RowRun>& runs, std::size_t begin) {
  if (begin == runs.size()) return;
  std::size_t last = begin;
  for (std::size_t i = begin + 1; i < runs.size(); ++i) {
    RowRun& before = runs[last];
    const int step = runs[i].first - (before.first + (before.times - 1) * before.step);
    if (runs[i].n == before.n && (before.times == 1 || step == before.step)) {
      before.step = step;
      ++before.times;
    } else {
      runs[++last] = runs[i];
    }
  }
  runs.resize(last + 1);
}

RowRuns find_runs(const HaloPlan& plan, std::span<const int> (*rows_of)(const HaloPlan&, int)) {
  RowRuns found;
  found.begin.push_back(0);
  for (int n = 0; n < plan.n_neighbour(); ++n) {
    bool is_first = true;
    for (const int row : rows_of(plan, n)) {
      if (!is_first && found.runs.back().first + found.runs.back().n == row)
        ++found.runs.back().n;
      else
        found.runs.push_back({row, 1});
      is_first = false;
    }
    join_runs(found.runs, std::size_t(found.begin.back()));
    found.begin.push_back(int(found.runs.size()));
  }
  return found;
}

// Turns local indices of cells into rows. If the rows are where they are by default, nothing remains to do.
void set_positions(HaloPlan& plan, std::span<const int> owned_rows, std::vector<int> halo_rows,
                   const PlacedHaloRules& rules, int n_row) {
  bool is_default = n_row == plan.n_cell() && rules.line_length == 0;
  for (int i = 0; i < plan.n_owned && is_default; ++i) is_default = owned_rows[std::size_t(i)] == i;
  for (int i = 0; i < plan.n_halo && is_default; ++i)
    is_default = halo_rows[std::size_t(i)] == plan.n_owned + i;
  if (is_default) return;
  for (std::vector<int>* list : {&plan.send_cells, &plan.own_cells})
    for (int& cell : *list) cell = owned_rows[std::size_t(cell)];
  plan.positions = HaloPositions{.n_row = n_row,
                                 .line_length = rules.line_length,
                                 .halo = std::move(halo_rows),
                                 .send = {},
                                 .receive = {}};
  plan.positions->send = find_runs(plan, [](const HaloPlan& each, int n) { return each.cells_to(n); });
  plan.positions->receive = find_runs(plan, [](const HaloPlan& each, int n) { return each.rows_from(n); });
}

}  // namespace

HaloPlan make_placed_halo_plan(const Communicator& communicator, const PlacedCells& owned,
                               const PlacedCells& halo, const PlacedHaloRules& rules) {
  const int me = communicator.rank();
  const auto name = [&](std::int64_t cell) { return rules.name ? rules.name(cell) : text("cell ", cell); };
  std::vector<int> rows;
  run_together(communicator, [&] {
    rows = place_rows(owned, halo);
    check_rows_once(rows, me);
  });
  const std::vector<int> owners = find_owners(communicator, owned.cells, halo.cells, name);
  const std::span<const int> owned_rows = std::span(rows).first(owned.cells.size());
  const std::span<const int> given_rows = std::span(rows).subspan(owned.cells.size());
  std::vector<std::size_t> order(halo.cells.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  run_together(communicator, [&] {
    std::erase_if(order, [&](std::size_t i) { return owners[i] == no_owner && rules.may_lack_owners; });
    for (const std::size_t i : order)
      require(owners[i] != no_owner, name(halo.cells[i]), ", in the halo of rank ", me,
              ", is owned by no rank; give it an owner, or leave it out of the halo");
  });
  std::ranges::sort(order, {},
                    [&](std::size_t i) { return std::tuple(owners[i], halo.cells[i], given_rows[i]); });
  std::vector<std::int64_t> cells;
  std::vector<int> cell_owners, halo_rows;
  for (const std::size_t i : order) {
    cells.push_back(halo.cells[i]);
    cell_owners.push_back(owners[i]);
    halo_rows.push_back(given_rows[i]);
  }
  HaloPlan plan = plan_messages(communicator, owned.cells, cells, cell_owners);
  const int n_needed = rows.empty() ? 0 : std::ranges::max(rows) + 1;
  set_positions(plan, owned_rows, std::move(halo_rows), rules, std::max(n_needed, rules.n_row));
  return plan;
}

}  // namespace groundswell
