// SPDX-License-Identifier: Apache-2.0
// Fields of the surface that are computed where they are asked for: the friction velocity as a vector, and
// the integrals of the source terms.
#pragma once

#include <string>
#include <vector>

#include "model/diagnostics.hpp"
#include "source_terms/source_terms.hpp"

namespace groundswell {

// Of each owned cell: u* [m s-1], wind along the axes of the cell's frame [m s-1], angle of the frame [rad].
struct SurfaceStress {
  View<const float> friction_velocity, wind_x, wind_y, frame_angle;
};

// Makes those of `uust` and `vust` that are among `names`: u* along the wind; zero where there is no wind.
void make_friction_vector(const SurfaceStress& stress, const std::vector<std::string>& names,
                          Diagnostics& fields);

// Where to put the integrals of source terms: empty for those that are not among `names`.
SourceIntegrals make_source_integrals(const std::vector<std::string>& names, Diagnostics& fields);

}  // namespace groundswell
