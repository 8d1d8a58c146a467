// SPDX-License-Identifier: Apache-2.0
// Directional spectra at named points, in WAVEWATCH III's netCDF layout, which wavespectra and WAVEWATCH
// III's own tools can read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "files/station_file.hpp"

namespace groundswell {

// Axes of spectra: frequencies [Hz] and directions of travel [rad, counter-clockwise from east].
struct SpectralAxes {
  std::vector<double> frequencies, directions;

  std::size_t n_bin() const { return frequencies.size() * directions.size(); }
};

// What the file stores with each spectrum: position [degree] (in the plane x and y [m]), depth [m], speeds of
// wind and current [m s-1], and the directions from which the wind comes and to which the current flows
// [nautical degree].
struct SpectrumPlace {
  float latitude = file_fill_value, longitude = file_fill_value;
  float depth = file_fill_value, wind_speed = file_fill_value, wind_from = file_fill_value;
  float current_speed = file_fill_value, current_to = file_fill_value;
};

// The length [B] of a station's name in spectra.nc, fixed by WAVEWATCH III's layout.
inline constexpr std::size_t spectra_name_width = 16;
// Truncates a name to that width without splitting a character.
std::string cut_spectra_name(const std::string& name);

class SpectraFile {
 public:
  // All ranks pass the same stations; `keep_until` is as for DatedFile. `columns` are additional variables
  // with one number per spectrum. Collective.
  SpectraFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
              const FileTime& axis, const std::vector<Station>& stations, bool on_sphere,
              const SpectralAxes& axes, const std::optional<DateTime>& keep_until = {},
              const std::vector<VariableText>& columns = {});

  DatedFile& dated() { return dated_; }
  // Writes the spectrum E(f, theta) [m2 s rad-1] of one station with its position, depth, wind and current
  // and the additional variables; to be called by one rank only. `place` and `columns` must stay valid until
  // the end of the record.
  void write(int station, const float* spectrum, const SpectrumPlace& place, const float* columns = nullptr);

 private:
  DatedFile dated_;
  std::int64_t n_frequency_, n_direction_;
  std::vector<std::size_t> order_;  // of directions in the file
  std::int64_t ordered_record_ = -1;
  std::deque<std::vector<float>> ordered_;  // the spectra of record ordered_record_
  int spectrum_ = -1, latitude_ = -1, longitude_ = -1, depth_ = -1, wind_speed_ = -1, wind_from_ = -1;
  int current_speed_ = -1, current_to_ = -1;
  std::vector<int> columns_;
};

}  // namespace groundswell
