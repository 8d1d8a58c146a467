// SPDX-License-Identifier: Apache-2.0
// Time series and spectra at named places. The values of a place are those of the sea cell whose centre is
// nearest; the rank that owns the cell writes them.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/station_file.hpp"
#include "mesh/mesh_part.hpp"
#include "output/output_settings.hpp"

namespace groundswell {

// The nearest cell of each place; each rank searches its own cells. Throws Error on all ranks for a place
// that is farther than `max_distance` from any cell. Collective.
std::vector<Station> find_stations(const Communicator& communicator, const PointOutputSettings& settings,
                                   const MeshPart& part);

// Values of fields at the places of this rank: by name, in the order of the local places, in units of memory.
using PlaceValues = std::map<std::string, std::vector<float>, std::less<>>;

// Writes time series of `fields` at a date; `places` are the stations of this rank. Collective.
void write_series(StationFile& file, const DateTime& now, const std::vector<std::string>& fields,
                  std::span<const int> places, const PlaceValues& values);

// Writes spectra [n_local_place][freq * dir] at a date with the depth and wind of `values`. Collective.
void write_spectra(SpectraFile& file, const DateTime& now, const std::vector<Station>& stations,
                   std::span<const int> places, std::span<const float> spectra, const PlaceValues& values);

}  // namespace groundswell
