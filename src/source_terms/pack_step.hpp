// SPDX-License-Identifier: Apache-2.0
// Moves up to 8 cells from the model's arrays into packs, on which the cell kernel works on the CPU, and
// back. Lanes beyond the last cell repeat it and are not written back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "simd/pack_transpose.hpp"
#include "source_terms/source_step.hpp"
#include "source_terms/source_terms.hpp"

namespace groundswell {

// The wind at the cell at the end of the step, and how much it and the air have changed in the step.
inline WindAndAir<float> wind_of(const SourceForcing& forcing, std::size_t cell) {
  const bool has_air = forcing.air_density.size > 0;
  return {forcing.wind_x[cell], forcing.wind_y[cell],
          has_air ? forcing.air_density[cell] / float(air_density) : 1.0f};
}
inline WindAndAir<float> wind_gain_of(const SourceForcing& forcing, std::size_t cell) {
  const auto gain = [cell](View<const float> last, View<const float> first) {
    return first.size > 0 ? last[cell] - first[cell] : 0.0f;
  };
  return {gain(forcing.wind_x, forcing.first_wind_x), gain(forcing.wind_y, forcing.first_wind_y),
          gain(forcing.air_density, forcing.first_air_density) / float(air_density)};
}

class CellPack {
 public:
  // `cells`: indices of 1 to 8 cells, in any order.
  CellPack(const SourceForcing& forcing, const SourceState& state, std::span<const std::size_t> cells)
      : forcing_(forcing), state_(state), count_(int(cells.size())) {
    for (int lane = 0; lane < pack_width; ++lane)
      cell_[lane] = cells[std::size_t(std::min(lane, count_ - 1))];
  }

  // For a step of `duration` [s], or for the moment at its end if that is 0.
  CellForcing<Pack> forcing(double duration = 0.0) const {
    CellForcing<Pack> forcing{{gather(wind_of)}, gather(forcing_.depth)};
    for (int lane = 0; lane < pack_width; ++lane) forcing.losses_taken.set(lane, share_taken(cell_[lane]));
    forcing.last_ustar = gather(state_.friction_velocity);
    if (duration == 0.0 || forcing_.first_wind_x.size == 0) return forcing;
    forcing.wind.gain = gather(wind_gain_of);
    forcing.wind.duration = Pack(float(duration));
    return forcing;
  }
  // Each step recomputes u* and z0; only the wave stress is carried over.
  CellStress<Pack> stress() const { return {Pack(0), Pack(0), gather(state_.wave_stress)}; }

  void load(const SourceGrid<float>& grid, const CellScratch<Pack>& scratch) const {
    const float *action[pack_width], *wavenumber[pack_width];
    for (int lane = 0; lane < pack_width; ++lane) {
      action[lane] = state_.action.row(cell_[lane]);
      wavenumber[lane] = forcing_.wavenumber.row(cell_[lane]);
    }
    load_rows(wavenumber, grid.n_freq, scratch.wavenumber, [](int) { return 1.0f; });
    load_rows(action, grid.n_freq * grid.n_dir, scratch.variance,
              [&](int bin) { return grid.sigma_of_bin[bin]; });
  }

  // Writes back the cells whose lane of `done` is not zero.
  void store(const SourceGrid<float>& grid, const CellScratch<Pack>& scratch, const CellStress<Pack>& stress,
             Pack limited, Pack done) const {
    float* action[pack_width];
    for (int lane = 0; lane < pack_width; ++lane)
      action[lane] = lane < count_ && done[lane] != 0.0f ? state_.action.row(cell_[lane]) : nullptr;
    store_rows(scratch.variance, grid.n_freq * grid.n_dir, action,
               [&](int bin) { return grid.inverse_sigma_of_bin[bin]; });
    for (int lane = 0; lane < count_; ++lane) {
      if (!action[lane]) continue;
      state_.friction_velocity[cell_[lane]] = stress.friction_velocity[lane];
      state_.wave_stress[cell_[lane]] = stress.wave_stress[lane];
      if (state_.limited_bins.size > 0) state_.limited_bins[cell_[lane]] = std::uint16_t(limited[lane]);
    }
  }
  std::size_t cell(int lane) const { return cell_[lane]; }
  int count() const { return count_; }
  // Whether transport applies a part of the losses.
  bool shares_losses() const { return state_.losses_due.size > 0; }
  void store_sources_share(Pack share, Pack done) const {
    for (int lane = 0; lane < count_; ++lane)
      if (done[lane] != 0.0f) state_.sources_share[cell_[lane]] = share[lane];
  }
  bool keeps_fluxes() const { return state_.fluxes.n_row > 0; }
  void add_fluxes(const SourceFluxes<Pack>& fluxes) const {
    for (int lane = 0; lane < count_; ++lane)
      for (int i = 0; i < n_source_flux; ++i)
        state_.fluxes(cell_[lane], std::size_t(i)) += fluxes.value[i][lane];
  }
  void store_friction_velocity(Pack ustar) const { store_values(ustar, state_.friction_velocity); }
  void store_values(Pack values, View<float> to) const {
    for (int lane = 0; lane < count_; ++lane) to[cell_[lane]] = values[lane];
  }

 private:
  // Fraction of this step's friction and breaking that transport has already applied.
  float share_taken(std::size_t cell) const {
    return shares_losses() && state_.losses_due[cell] > 0.0f
               ? std::min(state_.losses_taken[cell] / state_.losses_due[cell], 1.0f)
               : 0.0f;
  }
  WindAndAir<Pack> gather(WindAndAir<float> (*wind)(const SourceForcing&, std::size_t)) const {
    WindAndAir<Pack> pack{Pack(0), Pack(0), Pack(0)};
    for (int lane = 0; lane < pack_width; ++lane) {
      const WindAndAir<float> one = wind(forcing_, cell_[lane]);
      pack.x.set(lane, one.x), pack.y.set(lane, one.y), pack.air.set(lane, one.air);
    }
    return pack;
  }
  Pack gather(View<const float> values) const {
    Pack pack(0);
    for (int lane = 0; lane < pack_width; ++lane) pack.set(lane, values[cell_[lane]]);
    return pack;
  }

  const SourceForcing& forcing_;
  const SourceState& state_;
  int count_;
  std::size_t cell_[pack_width];
};

}  // namespace groundswell
