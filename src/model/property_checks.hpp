// SPDX-License-Identifier: Apache-2.0
// Checks of invariants during a run: no NaN, no negative bin, no sea that is higher or steeper than is
// possible. The errors name the cell, its position and the time.
#pragma once

#include <vector>

#include "base/date_time.hpp"
#include "exec/array.hpp"
#include "mesh/mesh.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// A cheap check for every step: throws Error if the wave stress is not finite. It becomes NaN if wam4's wind
// input reads a NaN.
void check_wave_stress(View<const float> wave_stress, const Mesh& mesh, const DateTime& now);

// The height and the period Tm02 of the sea of each cell [m], [s], with the tail above the last frequency.
struct SeaState {
  std::vector<float> height, period;  // period: 0 without waves
};

// Reads all bins of the first n_owned cells, once: throws Error for a value that is NaN or negative, and for
// a variance of 1e28 m2 or more.
SeaState check_bins(const RowArray<float>& action, const SpectralGrid& grid, std::size_t n_owned,
                    const Mesh& mesh, const DateTime& now);

// Wind of each cell [m s-1], in any frame.
struct CellWind {
  View<const float> x, y;
};

// Throws Error for a significant height [m] above 40 m, about twice the highest ever measured (19 m). The
// message blames the wind if that is above 40 m s-1.
void check_height(View<const float> height, const CellWind& wind, const Mesh& mesh, const DateTime& now);

// Throws Error for a sea that cannot exist: a significant height above a quarter of the wavelength at the
// period Tm02 [s], or above twice the depth [m].
void check_steepness(const SeaState& sea, View<const float> depth, const Mesh& mesh, const DateTime& now);

}  // namespace groundswell
