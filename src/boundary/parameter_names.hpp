// SPDX-License-Identifier: Apache-2.0
// What the integral parameters of the sea and of its parts are called in files: our own fields and those of
// WAVEWATCH III, ERA5, CMEMS and CF.
#pragma once

#include <utility>
#include <vector>

#include "forcing/quantity_names.hpp"

namespace groundswell {

// Which period a variable holds: of the peak, or m0/m-1 inverted (m-1/m0), m0/m1, sqrt(m0/m2).
enum class PeriodKind { peak, energy, first_moment, second_moment };

// The variables of one part of the sea.
struct PartNames {
  bool is_swell = false;
  ComponentNames height;
  std::vector<std::pair<PeriodKind, ComponentNames>> periods;  // the first that a file has counts
  ComponentNames direction, spread;
};

const PartNames& total_sea_names();
const PartNames& wind_sea_names();
const PartNames& all_swell_names();
// Swell number 1 to n_numbered_swell of WAVEWATCH III, ERA5 and CMEMS.
inline constexpr int n_numbered_swell = 5;
const PartNames& numbered_swell_names(int number);

}  // namespace groundswell
