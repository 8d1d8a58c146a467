// SPDX-License-Identifier: Apache-2.0
// Common parts of the launches of the source terms: tables in both precisions, the scratch memory of each
// thread, and the choice of cells that share a pack.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "base/work_counts.hpp"
#include "exec/array.hpp"
#include "exec/threads.hpp"
#include "source_terms/pack_step.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/source_terms.hpp"

namespace groundswell {

struct SourceTerms::Tables {
  Tables(const SpectralGrid& grid, const SourceTermsSettings& settings)
      : single(grid, settings), precise(grid, settings) {}

  // Scratch memory of one thread. Precondition: make_scratch has been called for at least thread + 1 threads.
  CellScratch<Pack> scratch_of(int thread) {
    const auto& t = single.tables();
    return cut_scratch(scratch.row(std::size_t(thread)), t);
  }
  void make_scratch(int threads) {
    const auto& t = single.tables();
    if (scratch.n_row() >= std::size_t(threads)) return;
    scratch = RowArray<Pack>(std::size_t(threads), scratch_size(t));
    work.resize(std::size_t(threads));
    loss_rows =
        RowArray<float>(std::size_t(threads), 4 * std::size_t(t.grid.n_freq + pack_width) * pack_width);
  }

  // Sets `picked` to the cells of the range for which wanted(cell) is true.
  template <class Wanted>
  void pick(Range cells, Wanted&& wanted) {
    picked.clear();
    for (std::int64_t cell = cells.begin; cell < cells.end; ++cell)
      if (wanted(std::size_t(cell))) picked.push_back(std::size_t(cell));
  }

  SourceTableSet<float> single;
  SourceTableSet<double> precise;
  RowArray<Pack> scratch;           // [thread]
  std::vector<WorkCounts> work;     // [thread]
  RowArray<float> loss_rows;        // [thread] sums by frequency in 8 cells (depth_losses.cpp)
  std::vector<std::size_t> picked;  // cells of this launch, each 8 of which form a pack
  // By cell: number of source steps that the last integration took. A pack takes as many as the most
  // demanding of its cells, so that cells which took equally many share a pack; likewise shallow cells.
  std::vector<std::uint16_t> n_step;
};

// Calls work(type) with the wind input of the chosen package, JanssenInput<Real>, KomenInput<Real> or
// St4Input<Real>, as the `type` member of its argument.
template <class Real, class Work>
decltype(auto) with_input(PhysicsPackage package, Work&& work) {
  if (package == PhysicsPackage::wam4) return work(std::type_identity<JanssenInput<Real>>());
  if (package == PhysicsPackage::st4) return work(std::type_identity<St4Input<Real>>());
  return work(std::type_identity<KomenInput<Real>>());
}

inline void check_sizes(const SourceGrid<float>& grid, const SourceForcing& forcing,
                        const SourceState& state) {
  const std::size_t n = state.action.n_row;
  ensure(state.action.n_col == std::size_t(grid.n_freq * grid.n_dir), "spectra of ", state.action.n_col,
         " bins do not fit source terms made for ", grid.n_freq * grid.n_dir);
  ensure(forcing.wavenumber.n_col == std::size_t(grid.n_freq) && forcing.wavenumber.n_row >= n,
         "the wavenumber table does not match the spectra");
  ensure(forcing.wind_x.size >= n && forcing.wind_y.size >= n && forcing.depth.size >= n &&
             (forcing.air_density.size == 0 || forcing.air_density.size >= n) &&
             (forcing.first_wind_x.size == 0 ||
              (forcing.first_wind_x.size >= n && forcing.first_wind_y.size >= n)) &&
             (forcing.first_air_density.size == 0 || forcing.first_air_density.size >= n) &&
             state.friction_velocity.size >= n && state.wave_stress.size >= n &&
             (forcing.blocked.size == 0 || forcing.blocked.size >= n) &&
             (state.limited_bins.size == 0 || state.limited_bins.size >= n) &&
             (state.fluxes.n_row == 0 || state.fluxes.n_row >= n),
         "forcing and state of the source terms do not have ", n, " cells");
}

// Calls work(cells, scratch) for each 8 of the cells picked in `tables`; cells is a span of their indices.
// Threads take packs in turn, because packs that follow each other take equally long.
template <class Tables, class Work>
void for_packs(Tables& tables, Backend backend, Work&& work) {
  const std::int64_t n_thread = thread_count(backend);
  tables.make_scratch(int(n_thread));
  const std::span<const std::size_t> picked(tables.picked);
  const std::int64_t n_pack = (std::int64_t(picked.size()) + pack_width - 1) / pack_width;
  const std::int64_t n_turn = (n_pack + n_thread - 1) / n_thread;
  for_cells(backend, {0, n_turn * n_thread}, [&](std::int64_t i) {
    const std::size_t first = std::size_t(i % n_turn * n_thread + i / n_turn) * pack_width;
    if (first >= picked.size()) return;
    work(picked.subspan(first, std::min<std::size_t>(pack_width, picked.size() - first)),
         tables.scratch_of(thread_index(backend)));
  });
}

// Picks the cells of the range that are not blocked.
template <class Tables>
void pick_free(Tables& tables, Range cells, const SourceForcing& forcing, const SourceState& state) {
  check_sizes(tables.single.tables().grid, forcing, state);
  tables.pick(cells, [&](std::size_t cell) { return forcing.blocked.size == 0 || !forcing.blocked[cell]; });
}

}  // namespace groundswell
