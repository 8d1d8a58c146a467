// SPDX-License-Identifier: Apache-2.0
// Directional spectra from files, on the files' own frequencies and directions. The conventions of WAVEWATCH
// III (also those of our own spectra.nc), ERA5, SWAN and wavespectra are known. References: ECMWF, "2D wave
// spectra" (ERA5 stores log10 of the density, and numbers instead of frequencies and directions);
// wavespectra's documentation (conventions).
#pragma once

#include "boundary/boundary_settings.hpp"
#include "boundary/point_series.hpp"
#include "boundary/spectrum_remap.hpp"

namespace groundswell {

class SpectraSeries {
 public:
  // `variable` names the density; if empty, common names and the CF standard name are tried. `expected` is as
  // for PointSeries. Throws Error if a file has no directional spectra, if its units or axes cannot be
  // interpreted (for instance, if it does not state whether waves come from its directions or travel to
  // them), or if its axes differ from those of the first file.
  SpectraSeries(const std::vector<std::filesystem::path>& files, const std::string& variable,
                Calendar calendar, const std::vector<DateTime>& expected = {});

  const PointSeries& points() const { return points_; }
  PointSeries& points() { return points_; }
  const SourceAxes& axes() const { return axes_; }
  // Densities [frequency][direction] [m2 Hz-1 rad-1] at a place and date; empty if no bin has a value.
  std::vector<float> read(std::size_t place, std::size_t date) const;

 private:
  // How a file's numbers are converted to densities on ascending axes.
  struct Form {
    std::vector<std::size_t> frequency_order, direction_order;  // indices in the file
    double factor = 1.0;
    bool is_log10 = false;
  };
  Form read_form(std::size_t file, SourceAxes& axes) const;

  PointSeries points_;
  SourceAxes axes_;
  std::vector<Form> forms_;  // [file]
};

// Whether a file has spectra under one of the common names or the CF standard name.
bool has_spectra(const NetcdfReader& reader);

// Whether the first file holds spectra; otherwise it may hold parameters. Throws Error if no file is named.
bool hold_spectra(const WaveFileSettings& settings);

}  // namespace groundswell
