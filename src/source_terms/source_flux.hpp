// SPDX-License-Identifier: Apache-2.0
// What the sources move between air, waves and sea bed in a step; source_fluxes.hpp computes it.
#pragma once

namespace groundswell {

// Energy over water_density * g [m2], and momentum over water_density * g [m s] along the axes of the frame.
enum class SourceFlux {
  air_energy,  // what the air gives; negative if waves drive it
  air_x,       // its stress on the surface
  air_y,
  kept_energy,  // what the waves gain
  kept_x,
  kept_y,
  bed_energy,  // what bottom friction takes
  bed_x,
  bed_y
};
inline constexpr int n_source_flux = int(SourceFlux::bed_y) + 1;

}  // namespace groundswell
