// SPDX-License-Identifier: Apache-2.0
// Interpolates spectra from cells to points.
#pragma once

#include <cstddef>

#include "exec/array.hpp"
#include "output/point_interpolation.hpp"

namespace groundswell {

// The spectrum [n_freq * n_dir] at a point, from the spectra of the interpolation's cells. If the local east
// of a cell differs from the point's by half a directional bin or more (with cells of 100 km and 36
// directions, beyond 80 degrees of latitude), the spectra of cells are rotated by whole bins and the result
// by the mean remainder, so that the mean direction is right.
void interpolate_spectrum(const PointInterpolation& interpolation, std::size_t point, int n_dir,
                          Rows<const float> spectra, View<float> result);

}  // namespace groundswell
