// SPDX-License-Identifier: Apache-2.0
// Launches bottom friction and depth-induced breaking after a pass of transport, on the cells that are
// neither deep nor blocked. Spectra stay where they are: their sums over directions are formed with 8
// directions in the lanes of a pack, the losses that follow from these with 8 cells in the lanes, and only
// those rows are written that lose energy.
#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "exec/threads.hpp"
#include "simd/pack_transpose.hpp"
#include "source_terms/depth_loss_step.hpp"
#include "source_terms/source_launch.hpp"

namespace groundswell {
namespace {

Pack load(const float* at) {
  Pack values;
  std::memcpy(&values, at, sizeof(Pack));
  return values;
}

// A pass in one cell.
class PassOfCell {
 public:
  PassOfCell(const TransportPass& pass, std::size_t cell, int n_dir)
      : pass_(pass), cell_(cell), n_dir_(n_dir), n_whole_(n_dir / pack_width * pack_width) {
    for (int lane = 0; lane < pack_width; ++lane)
      is_new_.set(lane, lane >= pack_width - (n_dir - n_whole_) ? 1.0f : 0.0f);
  }

  // Sums over directions of N in frequencies [0, n_freq): of what stayed, of what arrived, and of all at the
  // start of the model step. Each array has room for 7 more.
  void sum(int n_freq, float* stayed, float* arrived, float* started) const {
    for (int first = 0; first < n_freq; first += pack_width) {
      Pack stay[pack_width], arrive[pack_width], start[pack_width];
      for (int i = 0; i < pack_width; ++i)
        sum_row(std::min(first + i, n_freq - 1), stay[i], arrive[i], start[i]);
      add_lanes(stay, stayed + first);
      add_lanes(arrive, arrived + first);
      add_lanes(start, started + first);
    }
  }

  // Sums over directions of what stayed of the wind sea in N, in frequencies [0, n_freq), under a wind along
  // the unit vector (x, y) with u* [m s-1]; with room for 7 more.
  void sum_wind_sea(const SourceGrid<float>& grid, const float* wavenumber, float x, float y, float ustar,
                    float* stayed) const {
    const auto along = [&](int freq) {
      return wind_forcing(ustar, wavenumber[freq], grid.inverse_sigma[freq]);
    };
    for (int first = 0; first < grid.n_freq; first += pack_width) {
      Pack sums[pack_width];
      for (int i = 0; i < pack_width; ++i) {
        const int freq = std::min(first + i, grid.n_freq - 1);
        sums[i] = Pack(0);
        if (along(freq) > float(least_wind_sea))
          add_row(freq, [&](int dir, Pack weight, Pack stays, Pack) {
            const Pack cosine = Pack(x) * load(grid.cosine + dir) + Pack(y) * load(grid.sine + dir);
            sums[i] += weight * wind_sea_weight(Pack(along(freq)) * cosine) * stays;
          });
      }
      add_lanes(sums, stayed + first);
    }
  }

  // What apply() takes from the sum of N over the directions of a moved frequency.
  RowVector<float> compute_loss(const SourceGrid<float>& grid, int freq, float kept, float arrived) const {
    RowVector<float> sum{};
    if (kept == 1.0f && arrived == 1.0f) return sum;
    const float* before = row_before(freq);
    const float* after = pass_.after.row(cell_) + freq * n_dir_;
    for (int dir = 0; dir < n_dir_; ++dir) {
      const float stayed = minimum(before[dir], after[dir]);
      const float loss = after[dir] - (stayed * kept + (after[dir] - stayed) * arrived);
      sum += {loss, loss * grid.cosine[dir], loss * grid.sine[dir]};
    }
    return sum;
  }

  // Leaves the given shares of what stayed and of what arrived in each moved frequency; returns the number of
  // those that change.
  int apply(const float* share_kept, const float* share_arrived) const {
    int n_changed = 0;
    for (int freq = 0; freq < pass_.n_freq; ++freq) {
      const float kept = share_kept[freq], arrived = share_arrived[freq];
      if (kept == 1.0f && arrived == 1.0f) continue;
      ++n_changed;
      const float* before = row_before(freq);
      float* after = pass_.after.row(cell_) + freq * n_dir_;
      for (int dir = 0; dir < n_dir_; ++dir) {
        const float stayed = minimum(before[dir], after[dir]);
        after[dir] = stayed * kept + (after[dir] - stayed) * arrived;
      }
    }
    return n_changed;
  }

 private:
  const float* row_before(int freq) const {
    return (freq < pass_.n_continue ? pass_.before : pass_.state).row(cell_) + freq * n_dir_;
  }

  // Sums of 8 lanes each, one for every eighth direction. The last pack ends with the row; what it shares
  // with the one before it is not added again.
  void sum_row(int freq, Pack& stay, Pack& arrive, Pack& start) const {
    const float* state = pass_.state.row(cell_) + freq * n_dir_;
    stay = arrive = start = Pack(0);
    add_row(freq, [&](int dir, Pack weight, Pack stayed, Pack now) {
      stay += weight * stayed;
      arrive += weight * (now - stayed);
      start += weight * load(state + dir);
    });
  }

  // Calls add(dir, weight, stayed, now) for each pack of directions.
  template <class Add>
  GS_INLINE void add_row(int freq, Add&& add) const {
    const float* before = row_before(freq);
    const float* after =
        (freq < pass_.n_freq ? pass_.after.row(cell_) : pass_.state.row(cell_)) + freq * n_dir_;
    const auto add_pack = [&](int dir, Pack weight) {
      const Pack now = load(after + dir);
      add(dir, weight, minimum(load(before + dir), now), now);
    };
    for (int dir = 0; dir < n_whole_; dir += pack_width) add_pack(dir, Pack(1));
    if (n_whole_ < n_dir_) add_pack(n_dir_ - pack_width, is_new_);
  }

  static void add_lanes(Pack (&rows)[pack_width], float* sums) {
    transpose(rows);
    Pack sum = rows[0];
    for (int i = 1; i < pack_width; ++i) sum += rows[i];
    std::memcpy(sums, &sum, sizeof(Pack));
  }

  const TransportPass& pass_;
  std::size_t cell_;
  int n_dir_, n_whole_;
  Pack is_new_{0};  // 1 in the lanes of a row's last pack that no other pack has
};

// Values by frequency of 8 cells in memory, with room for 7 more of each.
struct RowsOfCells {
  static std::size_t size(int n_freq) { return std::size_t(n_freq + pack_width) * pack_width; }
  RowsOfCells(float* block, int n_freq) {
    for (int lane = 0; lane < pack_width; ++lane) row[lane] = block + lane * (n_freq + pack_width);
  }
  float* row[pack_width];
};

// Loads them times `unit` [freq].
void load_frequencies(const RowsOfCells& from, int n_freq, const float* unit, Pack* to) {
  const float* rows[pack_width];
  std::copy_n(from.row, pack_width, rows);
  load_rows(rows, n_freq, to, [unit](int freq) { return unit[freq]; });
}

// Adds what the pass is going to take with the shares `kept` and `arrived` of each frequency; `rate` [s-1] is
// that of breaking.
void add_fluxes(const SourceGrid<float>& grid, const CellScratch<Pack>& scratch, Pack rate,
                const RowsOfCells& kept, const RowsOfCells& arrived, const TransportPass& pass,
                std::span<const std::size_t> cells) {
  for (int lane = 0; lane < int(cells.size()); ++lane) {
    const std::size_t cell = cells[std::size_t(lane)];
    const PassOfCell of_cell(pass, cell, grid.n_dir);
    SourceFluxes<float> fluxes;
    for (int freq = 0; freq < pass.n_freq; ++freq) {
      auto lost = of_cell.compute_loss(grid, freq, kept.row[lane][freq], arrived.row[lane][freq]);
      for (float* sum : {&lost.energy, &lost.x, &lost.y}) *sum *= grid.sigma[freq];
      add_loss(grid, freq, scratch.wavenumber[freq][lane], lost,
               share_of_friction(scratch.loss[freq][lane], rate[lane]), fluxes);
    }
    for (int i = 0; i < n_source_flux; ++i) pass.fluxes(cell, std::size_t(i)) += fluxes.value[i];
  }
}

// Sets scratch.wind_sea_sum to the sums of what stayed of the wind sea in E, under the wind and u* of the end
// of the last step.
void load_wind_sea(const SourceTables<float>& tables, const CellScratch<Pack>& scratch,
                   const RowsOfCells& rows, const SourceForcing& forcing, const TransportPass& pass,
                   std::span<const std::size_t> cells) {
  const auto& g = tables.grid;
  const bool changes = forcing.first_wind_x.size > 0;
  for (int lane = 0; lane < pack_width; ++lane) {
    const std::size_t cell = cells[std::min(std::size_t(lane), cells.size() - 1)];
    const float x = (changes ? forcing.first_wind_x : forcing.wind_x)[cell],
                y = (changes ? forcing.first_wind_y : forcing.wind_y)[cell];
    const float inverse = 1.0f / maximum(square_root(x * x + y * y), 1e-6f);
    PassOfCell(pass, cell, g.n_dir)
        .sum_wind_sea(g, forcing.wavenumber.row(cell), x * inverse, y * inverse, pass.friction_velocity[cell],
                      rows.row[lane]);
  }
  load_frequencies(rows, g.n_freq, g.sigma, scratch.wind_sea_sum);
}

// A pass in 1 to 8 cells; `block` has room for four times RowsOfCells.
void integrate_pack(const SourceTables<float>& tables, const CellScratch<Pack>& scratch, float* block,
                    const SourceForcing& forcing, const TransportPass& pass,
                    std::span<const std::size_t> cells, WorkCounts& work) {
  const auto& g = tables.grid;
  const std::size_t size = RowsOfCells::size(g.n_freq);
  const RowsOfCells stayed(block, g.n_freq), arrived(block + size, g.n_freq),
      started(block + 2 * size, g.n_freq);
  const bool is_shared = pass.due.size > 0;
  Pack depth(0), left(0);
  const float* wavenumber[pack_width];
  for (int lane = 0; lane < pack_width; ++lane) {
    const std::size_t cell = cells[std::min(std::size_t(lane), cells.size() - 1)];
    PassOfCell(pass, cell, g.n_dir).sum(g.n_freq, stayed.row[lane], arrived.row[lane], started.row[lane]);
    wavenumber[lane] = forcing.wavenumber.row(cell);
    depth.set(lane, forcing.depth[cell]);
    if (is_shared) left.set(lane, pass.sources_share[cell]);
  }
  load_rows(wavenumber, g.n_freq, scratch.wavenumber, [](int) { return 1.0f; });
  load_frequencies(stayed, g.n_freq, g.sigma, scratch.row_sum);
  load_frequencies(arrived, g.n_freq, g.sigma, scratch.gain_sum);
  load_frequencies(started, g.n_freq, g.sigma, scratch.other);
  Pack start(0);
  for (int freq = 0; freq < pass.n_freq; ++freq) start += scratch.other[freq] * Pack(g.energy_weight[freq]);
  for (int freq = 0; freq < g.n_freq; ++freq)
    scratch.sub_step[freq] = Pack(pass.time_step / pass.n_sub_step[std::size_t(freq)]);

  const DepthLossStep<Pack> step(tables, scratch, depth, pass.n_freq, g.sigma);
  TransportLosses<Pack> sums;
  if (tables.constants.friction == BottomFriction::sea_state)
    load_wind_sea(tables, scratch, RowsOfCells(block + 3 * size, g.n_freq), forcing, pass, cells);
  step.update_friction(HostLane{}, [&](int freq) { return scratch.wind_sea_sum[freq]; });
  const Pack rate = step.set_shares_of_pass(HostLane{}, left, start, sums);

  store_rows(scratch.share_kept, pass.n_freq, stayed.row, [](int) { return 1.0f; });
  store_rows(scratch.share_arrived, pass.n_freq, arrived.row, [](int) { return 1.0f; });
  if (pass.fluxes.n_row > 0) add_fluxes(tables.grid, scratch, rate, stayed, arrived, pass, cells);
  for (std::size_t lane = 0; lane < cells.size(); ++lane) {
    const int n_changed = PassOfCell(pass, cells[lane], g.n_dir).apply(stayed.row[lane], arrived.row[lane]);
    work.add(Work::lossy_rows, n_changed);
    if (!is_shared) continue;
    pass.due[cells[lane]] += sums.due[int(lane)];
    pass.taken[cells[lane]] += sums.taken[int(lane)];
  }
}

}  // namespace

void SourceTerms::integrate_depth_losses(Backend backend, Range cells, const SourceForcing& forcing,
                                         const TransportPass& pass) {
  const auto& tables = tables_->single.tables();
  const int n_freq = tables.grid.n_freq;
  if (!tables.constants.terms.bottom_friction && !tables.constants.terms.depth_breaking) return;
  ensure(pass.n_sub_step.size() == std::size_t(n_freq) && pass.n_freq <= n_freq &&
             pass.n_continue <= pass.n_freq,
         "a pass of ", pass.n_freq, " frequencies does not fit source terms made for ", n_freq);
  ensure(tables.constants.friction != BottomFriction::sea_state || pass.friction_velocity.size > 0,
         "a pass for friction by sea state has no friction velocity");
  const bool may_be_blocked = forcing.blocked.size > 0;
  tables_->pick(cells, [&](std::size_t cell) {
    return forcing.depth[cell] < tables.constants.deepest_loss && !(may_be_blocked && forcing.blocked[cell]);
  });
  for_packs(*tables_, backend, [&](std::span<const std::size_t> pack, const auto& scratch) {
    const std::size_t thread = std::size_t(thread_index(backend));
    integrate_pack(tables, scratch, tables_->loss_rows.row(thread), forcing, pass, pack,
                   tables_->work[thread]);
  });
}

}  // namespace groundswell
