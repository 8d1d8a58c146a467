// SPDX-License-Identifier: Apache-2.0
// Surface fields that are computed only on request: the friction velocity as a vector, roughness, drag and
// Charnock's parameter, and the integrals of the source terms.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "field/field_info.hpp"
#include "model/diagnostics.hpp"
#include "source_terms/source_terms.hpp"

namespace groundswell {

// The eastward or northward part of a vector with parts x and y along the axes of a cell's frame, whose angle
// is `frame_angle` [rad].
float geographic_part(VectorPart part, float x, float y, float frame_angle);

// For each owned cell: u* [m s-1], wind along the axes of the cell's frame [m s-1], angle of the frame [rad],
// and whether ice blocks it (empty without ice).
struct SurfaceStress {
  View<const float> friction_velocity, wind_x, wind_y, frame_angle;
  View<const std::uint8_t> blocked;
};

// Computes those of `uust` and `vust` that are among `names`: u* along the wind; zero if there is no wind.
void make_friction_vector(const SurfaceStress& stress, const std::vector<std::string>& names,
                          Diagnostics& fields);

// Computes those of `z0`, `cdrag` and `cha` that are among `names`, for an atmosphere model: the roughness
// length [m] of the wind's profile, U10 = u* / kappa ln(10 m / z0), the drag coefficient (u* / U10)^2, and
// Charnock's parameter g z0 / u*^2. The latter lies within the bounds of ecWAM, 1e-4 and min(0.11, 0.02 +
// 0.01 U10), and gives the other two in calm air, for which the profile has no z0. Where ice blocks, the
// values are missing.
void make_roughness(const SurfaceStress& stress, const std::vector<std::string>& names, Diagnostics& fields);

// The integrals of the source terms with the arrays to store them in; the array of an integral that is not
// among `names` is empty.
std::vector<SourceIntegral> make_source_integrals(const std::vector<std::string>& names, Diagnostics& fields);

}  // namespace groundswell
