// SPDX-License-Identifier: Apache-2.0
// What is written at named places: time series of fields (CF discrete sampling geometry, featureType
// timeSeries) and directional spectra in the layout of WAVEWATCH III's netCDF, which wavespectra and
// WAVEWATCH III's own tools read. The rank that owns a place's cell writes it. Reference: CF 1.8, chapter 9
// and appendix H.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "files/dated_file.hpp"

namespace groundswell {

// A named place and the sea cell that speaks for it. Positions are degrees, in the plane [m].
struct Station {
  std::string name;
  double lon = 0.0, lat = 0.0;            // asked for
  double cell_lon = 0.0, cell_lat = 0.0;  // centre of the cell
  double distance = 0.0;                  // [m] between the two
  std::int64_t cell = 0;                  // index in the whole mesh
};

class StationFile {
 public:
  // All ranks give the same stations. Collective.
  StationFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
              const FileTime& axis, const std::vector<Station>& stations, bool on_sphere,
              const std::vector<std::string>& fields);

  DatedFile& dated() { return dated_; }
  // The value of one station, called by one rank; it must stay until the record's end.
  void write(std::string_view field, int station, const float* value);

 private:
  DatedFile dated_;
  std::map<std::string, int, std::less<>> variables_;
};

// Axes of spectra: frequencies [Hz] and directions of travel [rad, counter-clockwise from east].
struct SpectralAxes {
  std::vector<double> frequencies, directions;
};

// What goes with a spectrum, as in the file: position [degree], depth [m], wind speed [m s-1] and the
// direction that it comes from [nautical degree].
struct SpectrumPlace {
  float latitude = file_fill_value, longitude = file_fill_value;
  float depth = file_fill_value, wind_speed = file_fill_value, wind_from = file_fill_value;
};

// Letters of a station's name in spectra.nc, as that layout has it; the rest is cut off.
inline constexpr std::size_t spectra_name_width = 16;

class SpectraFile {
 public:
  // All ranks give the same stations. Collective.
  SpectraFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
              const FileTime& axis, const std::vector<Station>& stations, const SpectralAxes& axes);

  DatedFile& dated() { return dated_; }
  // The spectrum E(f, theta) [m2 s rad-1] of one station and its surroundings, called by one rank; they must
  // stay until the record's end.
  void write(int station, const float* spectrum, const SpectrumPlace& place);

 private:
  DatedFile dated_;
  std::int64_t n_frequency_, n_direction_;
  int spectrum_ = -1, latitude_ = -1, longitude_ = -1, depth_ = -1, wind_speed_ = -1, wind_from_ = -1;
};

}  // namespace groundswell
