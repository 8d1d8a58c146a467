// SPDX-License-Identifier: Apache-2.0
// Linear dispersion, sigma^2 = g k tanh(k d): wavenumber and group speed for any depth, and a table of both
// for all cells (or edges) and frequencies.
#pragma once

#include <vector>

#include "exec/array.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Wavenumber [rad m-1] of waves of intrinsic angular frequency sigma [rad s-1] at a depth [m], with a
// relative error below 1e-12. Preconditions: sigma > 0, depth > 0 (infinite depth allowed).
double compute_wavenumber(double sigma, double depth);

// Group speed d sigma / d k [m s-1].
double compute_group_speed(double sigma, double wavenumber, double depth);

// d sigma / d depth at fixed wavenumber [rad s-1 m-1], which drives depth-induced refraction.
double compute_sigma_depth_slope(double sigma, double wavenumber, double depth);

// Wavenumber and group speed [point][freq]; a point is a cell or an edge.
class DispersionTable {
 public:
  DispersionTable() = default;
  // Throws Error if a depth [m] is not positive.
  DispersionTable(const SpectralGrid& grid, const std::vector<double>& depth);

  Rows<const float> wavenumber() const { return wavenumber_.rows(); }    // [rad m-1]
  Rows<const float> group_speed() const { return group_speed_.rows(); }  // [m s-1]

 private:
  RowArray<float> wavenumber_, group_speed_;
};

}  // namespace groundswell
