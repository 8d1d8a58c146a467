// SPDX-License-Identifier: Apache-2.0
// Common parts of the launches of the source terms: tables in both precisions, the scratch memory of each
// thread, and the loop over packs of cells.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "base/error.hpp"
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
    return cut_scratch(scratch.row(std::size_t(thread)), t.grid, t.quadruplets);
  }
  void make_scratch(int threads) {
    const auto& t = single.tables();
    if (scratch.n_row() < std::size_t(threads))
      scratch = RowArray<Pack>(std::size_t(threads), scratch_size(t.grid, t.quadruplets));
  }

  SourceTableSet<float> single;
  SourceTableSet<double> precise;
  RowArray<Pack> scratch;  // [thread]
};

// Calls work(type) with the wind input of the chosen package, JanssenInput<Real> or KomenInput<Real>, as the
// `type` member of its argument.
template <class Real, class Work>
decltype(auto) with_input(PhysicsPackage package, Work&& work) {
  if (package == PhysicsPackage::wam4) return work(std::type_identity<JanssenInput<Real>>());
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
             (state.limited_bins.size == 0 || state.limited_bins.size >= n),
         "forcing and state of the source terms do not have ", n, " cells");
}

// Calls work(cells, scratch) for the cells of the range, pack by pack, except for packs whose cells are all
// blocked.
template <class Tables, class Work>
void for_packs(Tables& tables, Backend backend, Range cells, const SourceForcing& forcing,
               const SourceState& state, Work&& work) {
  check_sizes(tables.single.tables().grid, forcing, state);
  tables.make_scratch(thread_count(backend));
  const std::int64_t n_pack = (cells.end - cells.begin + pack_width - 1) / pack_width;
  for_cells(backend, {0, n_pack}, [&](std::int64_t pack) {
    const std::int64_t first = cells.begin + pack * pack_width;
    const CellPack group(forcing, state, first, int(std::min<std::int64_t>(pack_width, cells.end - first)));
    if (group.any_free()) work(group, tables.scratch_of(thread_index(backend)));
  });
}

}  // namespace groundswell
