// SPDX-License-Identifier: Apache-2.0
// Counts of the work that kernels do, in units that decide what a step costs. Over all ranks, each counts its
// own passes, and an edge between two of them twice. A test compares those of a
// small storm with what they were, so that no change makes the model do more unnoticed; clocks would not tell
// on a busy machine. Each thread counts for itself, once for some rows or a pack, which costs nothing that
// can be measured.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace groundswell {

// A row holds the directions of one frequency.
enum class Work {
  passes,           // of propagation
  moved_rows,       // rows of cells that passes wrote
  turned_rows,      // of these, rows that were turned as well
  fast_fluxes,      // rows of fluxes across edges by the fast forms
  general_fluxes,   // the same, by the general form
  source_steps,     // of cells
  computed_steps,   // the same, with those for which cells wait in their packs
  transposed_rows,  // rows that the source terms moved between cells and packs, eight even for fewer cells
  lossy_rows        // rows that losses by depth changed after a pass
};
inline constexpr std::array<std::string_view, 9> work_names = {
    "passes",       "moved_rows",     "turned_rows",     "fast_fluxes", "general_fluxes",
    "source_steps", "computed_steps", "transposed_rows", "lossy_rows"};

// Aligned so that no two threads write to one cache line.
struct alignas(128) WorkCounts {
  std::array<std::int64_t, work_names.size()> counts{};

  void add(Work work, std::int64_t n) { counts[std::size_t(work)] += n; }
  WorkCounts& operator+=(const WorkCounts& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    return *this;
  }
};

}  // namespace groundswell
