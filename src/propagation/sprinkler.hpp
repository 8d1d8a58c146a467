// SPDX-License-Identifier: Apache-2.0
// Diffusion across the direction of propagation against the garden-sprinkler effect: a swell represented by
// few discrete directions falls apart into separate blobs, which an accurate scheme does not hide. Reference:
// Booij and Holthuijsen 1987, Journal of Computational Physics 68, eq. 12, with a fixed age of swell.
#pragma once

#include <algorithm>

#include "base/constants.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// Upper bound on Dn dt / d^2 in a sub-step, so that explicit diffusion keeps the spectrum positive.
inline constexpr double max_diffusion_number = 0.1;

// Default age of swell [s] for cells `distance` [m] apart: 1.3 days at 60 km and more, falling linearly to 0
// at 20 km, below which storms are resolved and max_diffusion_number would limit the diffusion; 0 with 72 or
// more directions. A greater age smooths the remaining ripples further but broadens every swell, the more so
// the finer the cells (docs/theory/propagation.md).
inline double default_sprinkler_age(double distance, int n_dir) {
  constexpr double day = 86400.0;
  if (n_dir >= 72) return 0.0;
  return 1.3 * day * std::clamp((distance - 20e3) / 40e3, 0.0, 1.0);
}

// d_theta^2 T / 12 [s]; times cg^2 it is the diffusivity Dn [m2 s-1] across the direction of propagation.
inline double compute_sprinkler_factor(double age, double direction_width) {
  return direction_width * direction_width * age / 12.0;
}

}  // namespace groundswell
