// SPDX-License-Identifier: Apache-2.0
// Launches bottom friction and depth-induced breaking on packs of cells, unless all cells of a pack are deep
// or blocked.
#include <algorithm>

#include "base/error.hpp"
#include "exec/threads.hpp"
#include "source_terms/depth_loss_step.hpp"
#include "source_terms/source_launch.hpp"

namespace groundswell {
namespace {

// Up to 8 cells from `first` on; `acts` marks those that lose energy. Lanes beyond the last cell repeat it.
struct LossPack {
  LossPack(const SourceForcing& forcing, std::int64_t first, std::int64_t end, float deepest) {
    for (int lane = 0; lane < pack_width; ++lane) {
      cell[lane] = std::size_t(std::min(first + lane, end - 1));
      acts[lane] = first + lane < end && forcing.depth[cell[lane]] < deepest &&
                   !(forcing.blocked.size > 0 && forcing.blocked[cell[lane]]);
      any = any || acts[lane];
      depth.set(lane, forcing.depth[cell[lane]]);
    }
  }

  std::size_t cell[pack_width];
  bool acts[pack_width], any = false;
  Pack depth;
};

// Loads columns [first, end) of the pack's rows.
void load_columns(const LossPack& pack, const Rows<const float>& rows, int first, int end, Pack* packs) {
  if (first == end) return;
  const float* at[pack_width];
  for (int lane = 0; lane < pack_width; ++lane) at[lane] = rows.row(pack.cell[lane]) + first;
  load_rows(at, end - first, packs + first, [](int) { return 1.0f; });
}

// Energy [m2] of the moved frequencies at the start of the model step. Precondition: scratch.variance holds
// the spectra before the pass; scratch.other is overwritten.
Pack energy_at_start(const DepthLossStep<Pack>& step, const CellScratch<Pack>& scratch,
                     const TransportPass& pass, const LossPack& pack, int n_dir) {
  load_columns(pack, pass.state, 0, pass.n_continue * n_dir, scratch.other);
  const Pack moved_before = step.add_energy(HostLane{}, scratch.other, 0, pass.n_continue, Pack(0));
  return step.add_energy(HostLane{}, scratch.variance, pass.n_continue, pass.n_freq, moved_before);
}

// Applies the losses of a pass, given the spectra before it in scratch.variance and those after it in
// scratch.other; writes the result to scratch.variance.
void integrate_pass(const DepthLossStep<Pack>& step, const CellScratch<Pack>& scratch,
                    const TransportPass& pass, const LossPack& pack, Pack start) {
  TransportLosses<Pack> sums;
  Pack left(0);
  for (int lane = 0; lane < pack_width; ++lane) {
    sums.due.set(lane, pass.due[pack.cell[lane]]);
    sums.taken.set(lane, pass.taken[pack.cell[lane]]);
    left.set(lane, pass.sources_share[pack.cell[lane]]);
  }
  step.integrate_pass(HostLane{}, scratch.variance, scratch.other, scratch.variance, left, start, sums);
  for (int lane = 0; lane < pack_width; ++lane) {
    if (!pack.acts[lane]) continue;
    pass.due[pack.cell[lane]] = sums.due[lane];
    pass.taken[pack.cell[lane]] = sums.taken[lane];
  }
}

void integrate_pack(const SourceTables<float>& tables, const CellScratch<Pack>& scratch,
                    const SourceForcing& forcing, const TransportPass& pass, const LossPack& pack) {
  const int n_dir = tables.grid.n_dir, n_freq = tables.grid.n_freq;
  load_columns(pack, forcing.wavenumber, 0, n_freq, scratch.wavenumber);
  load_columns(pack, pass.before, 0, pass.n_continue * n_dir, scratch.variance);
  load_columns(pack, pass.state, pass.n_continue * n_dir, n_freq * n_dir, scratch.variance);
  for (int freq = 0; freq < n_freq; ++freq)
    scratch.sub_step[freq] = Pack(pass.time_step / pass.n_sub_step[std::size_t(freq)]);
  const DepthLossStep<Pack> step(tables, scratch, pack.depth, pass.n_freq, tables.grid.sigma);
  const bool shared = pass.due.size > 0;
  const Pack start = shared ? energy_at_start(step, scratch, pass, pack, n_dir) : Pack(0);
  load_columns(pack, pass.after, 0, pass.n_freq * n_dir, scratch.other);
  if (shared)
    integrate_pass(step, scratch, pass, pack, start);
  else
    step.integrate(HostLane{}, scratch.variance, scratch.other, scratch.variance);
  float* after[pack_width];
  for (int lane = 0; lane < pack_width; ++lane)
    after[lane] = pack.acts[lane] ? pass.after.row(pack.cell[lane]) : nullptr;
  store_rows(scratch.variance, pass.n_freq * n_dir, after, [](int) { return 1.0f; });
}

}  // namespace

void SourceTerms::integrate_depth_losses(Backend backend, Range cells, const SourceForcing& forcing,
                                         const TransportPass& pass) {
  const auto& tables = tables_->single.tables();
  if (!tables.constants.terms.bottom_friction && !tables.constants.terms.depth_breaking) return;
  ensure(pass.n_sub_step.size() == std::size_t(tables.grid.n_freq) && pass.n_freq <= tables.grid.n_freq &&
             pass.n_continue <= pass.n_freq,
         "a pass of ", pass.n_freq, " frequencies does not fit source terms made for ", tables.grid.n_freq);
  tables_->make_scratch(thread_count(backend));
  const std::int64_t n_pack = (cells.end - cells.begin + pack_width - 1) / pack_width;
  for_cells(backend, {0, n_pack}, [&](std::int64_t i) {
    const LossPack pack(forcing, cells.begin + i * pack_width, cells.end, tables.constants.deepest_loss);
    if (pack.any) integrate_pack(tables, tables_->scratch_of(thread_index(backend)), forcing, pass, pack);
  });
}

}  // namespace groundswell
