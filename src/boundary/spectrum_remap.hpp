// SPDX-License-Identifier: Apache-2.0
// Remaps a spectrum on arbitrary frequencies and directions to the model's grid, turned and stretched if
// requested, conserving its energy. Within each bin of the source the density is linear (with a limited
// slope); its integrals over the bins of the model are exact, as in finite-volume schemes (van Leer 1977,
// Journal of Computational Physics 23).
#pragma once

#include <vector>

#include "spectrum/spectral_grid.hpp"

namespace groundswell {

// The axes of spectra that are not on the model's grid.
struct SourceAxes {
  std::vector<double> frequency;  // [Hz] ascending, at least 2
  std::vector<double> direction;  // [rad] towards, counter-clockwise from east, ascending within one turn

  bool operator==(const SourceAxes& other) const = default;
};

// E'(f, theta) = E(f / factor, theta - turn) / factor: the same energy at other frequencies and directions.
struct SpectrumChange {
  double turn = 0.0;              // [rad]
  double frequency_factor = 1.0;  // [1]
};

// Integrals of a spectrum.
struct SeaMean {
  double m0 = 0.0;          // [m2] variance, with an f^-5 tail above the last frequency
  double frequency = 0.0;   // [Hz] m0 / m-1; 0 without energy
  double x = 0.0, y = 0.0;  // [m2] integrals of E cos(theta) and E sin(theta)
};

// The number of sectors that spectra at these ascending directions [rad] leave out: gaps wider than 1.9 times
// both adjacent gaps.
int count_left_out_sectors(const std::vector<double>& direction);

class SpectrumRemap {
 public:
  // Throws Error if an axis has fewer than two values, is not ascending or has non-positive frequencies.
  SpectrumRemap(const SourceAxes& source, const SpectralGrid& grid);

  // Adds weight * E' to `energy` [freq * dir] of the model's grid; E [m2 Hz-1 rad-1] is given by `source`,
  // non-negative values [frequency][direction]. Energy below the model's first frequency goes into its first
  // bin; energy above the model's last frequency is left to the model's own tail; above the last frequency of
  // the source E continues as f^-5.
  void add(const std::vector<float>& source, const SpectrumChange& change, double weight,
           std::vector<double>& energy) const;

  SeaMean mean(const std::vector<float>& source) const;

  // An interval of an axis.
  struct Bin {
    double low = 0.0, high = 0.0;
    double center() const { return 0.5 * (low + high); }
    double width() const { return high - low; }
  };

 private:
  std::vector<double> remap_directions(const std::vector<float>& source, double turn) const;
  void add_tail(const double* last_row, double factor, double weight, std::vector<double>& energy) const;

  SourceAxes source_;
  SpectralGrid grid_;
  std::vector<Bin> direction_bins_, frequency_bins_, model_frequency_bins_;
};

// Writes the action density [m2 Hz-1 rad-1 s] of an energy density on the model's grid.
void write_action(const SpectralGrid& grid, const std::vector<double>& energy, float* action);

}  // namespace groundswell
