// SPDX-License-Identifier: Apache-2.0
// The computing cost of each cell, measured in some of the steps of a run, and the file from which a later
// run of the case balances the load. Nothing here changes a result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "base/timers.hpp"
#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"
#include "exec/for_cells.hpp"
#include "forcing/forcing.hpp"

namespace groundswell {

class CellCost {
 public:
  CellCost(int n_owned, bool is_wanted) : seconds_(is_wanted ? std::size_t(n_owned) : 0, 0.0) {}

  bool is_wanted() const { return !seconds_.empty(); }
  // Whether the step after `n_step` others is measured: one in eight, as reading the clock costs time too,
  // but not the first, in which memory is touched for the first time.
  bool is_due(std::int64_t n_step) const { return is_wanted() && n_step % 8 == 1; }
  // Calls work(range) for consecutive pieces of the range, and adds the CPU time of each to its cells.
  template <class Work>
  void measure(Range cells, Work&& work) {
    constexpr std::int64_t piece = 64;
    for (std::int64_t begin = cells.begin; begin < cells.end; begin += piece) {
      const Range part{begin, std::min(begin + piece, cells.end)};
      const double before = thread_cpu_seconds();
      work(part);
      const double each = (thread_cpu_seconds() - before) / double(part.end - part.begin);
      for (std::int64_t cell = part.begin; cell < part.end; ++cell) seconds_[std::size_t(cell)] += each;
    }
  }
  std::span<double> seconds() { return seconds_; }  // [owned cells] [s] CPU time of all measured steps
  std::span<const double> seconds() const { return seconds_; }

 private:
  std::vector<double> seconds_;
};

// Whether each of these cells is blocked by ice at `start`; empty if the case has no ice file, in which case
// nothing is read. Throws Error, on all ranks, if the file cannot be used. Collective.
std::vector<std::uint8_t> find_iced_cells(const ForcingSettings& forcing, const ForcingCells& cells,
                                          const DateTime& start, const Communicator& communicator);

// Estimated cost of cells of these depths [m], in arbitrary units. A cell in which the longest waves of the
// grid, those of `first_frequency` [Hz], feel the bottom has edges of the general form and loses energy to
// friction and breaking; it took 1.5 times as long as a deep one in cases/us_east_coast_1996. A cell under
// ice (`iced`, which may be empty) has no source terms and took an eighth of the time of a deep one; it
// counts as a quarter, so that no rank holds more than four times as many cells as it would in deep water.
std::vector<double> estimate_cell_cost(std::span<const double> depths, std::span<const std::uint8_t> iced,
                                       double first_frequency);

// The costs of a block of the cells of a mesh with `n_cell` cells; empty if there is no such file. Throws
// Error, naming the file, if its content does not match. Not collective.
std::vector<double> read_cell_cost(const std::filesystem::path& path, const Block& cells,
                                   std::int64_t n_cell);

// Replaces the file if any step was measured. The measured steps determine how `computing_seconds`, the CPU
// time of this rank in all steps, is distributed over its cells. Throws Error on all ranks if the file cannot
// be written. Collective.
void write_cell_cost(const std::filesystem::path& path, const Communicator& communicator,
                     const LocalMesh& local, const CellCost& cost, double computing_seconds);

}  // namespace groundswell
