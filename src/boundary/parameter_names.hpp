// SPDX-License-Identifier: Apache-2.0
// Names of the integral parameters of the sea and of its partitions in files: our own and those of WAVEWATCH
// III, ERA5, CMEMS, NCEP and CF.
#pragma once

#include <utility>
#include <vector>

#include "forcing/quantity_names.hpp"

namespace groundswell {

// Which period a variable holds: the peak period, m-1/m0, m0/m1 or sqrt(m0/m2).
enum class PeriodKind { peak, energy, first_moment, second_moment };

// The variables of one partition of the sea.
struct PartNames {
  bool is_swell = false;
  ComponentNames height;
  std::vector<std::pair<PeriodKind, ComponentNames>> periods;  // the first one that a file has is used
  ComponentNames direction, spread;
};

// Whether these are names of frequencies rather than of periods.
bool name_frequency(const ComponentNames& names);

const PartNames& total_sea_names();
const PartNames& wind_sea_names();
const PartNames& all_swell_names();
// The names of swell number 1 to n_numbered_swell in WAVEWATCH III, ERA5 and CMEMS.
inline constexpr int n_numbered_swell = 5;
const PartNames& numbered_swell_names(int number);

}  // namespace groundswell
