// SPDX-License-Identifier: Apache-2.0
// The frequency-direction grid of the spectra. Frequencies form a geometric series, f_i = f_0 r^i; directions
// are those of travel, counter-clockwise from the first axis of the cell's frame (mostly east), theta_j = (j
// + 1/2) 2 pi / n_dir, so that none of them lies on an axis if n_dir is a multiple of 4. A spectrum is stored
// [freq][dir], direction innermost.
#pragma once

#include <cstddef>
#include <vector>

namespace groundswell {

struct SpectralGridSettings {
  int n_freq = 35;
  int n_dir = 36;
  double first_frequency = 0.04177248;  // [Hz]
  double frequency_ratio = 1.1;
};

class SpectralGrid {
 public:
  // Throws Error unless n_freq >= 3, n_dir >= 8, first_frequency > 0 and 1 < ratio <= 2.
  explicit SpectralGrid(const SpectralGridSettings& settings = {});

  int n_freq() const { return n_freq_; }
  int n_dir() const { return n_dir_; }
  int n_bin() const { return n_freq_ * n_dir_; }
  double ratio() const { return ratio_; }
  // [Hz], n_freq values.
  const std::vector<double>& frequency() const { return frequency_; }
  // Intrinsic angular frequency 2 pi f [rad s-1], n_freq values.
  const std::vector<double>& sigma() const { return sigma_; }
  // Widths for integrals over frequency [Hz]: f (r - 1/r)/2, but only the inner part of it at the first and
  // last frequency (the trapezoidal rule); n_freq values.
  const std::vector<double>& frequency_width() const { return frequency_width_; }
  // [rad], n_dir values.
  const std::vector<double>& direction() const { return direction_; }
  double direction_width() const { return direction_width_; }

 private:
  int n_freq_, n_dir_;
  double ratio_, direction_width_;
  std::vector<double> frequency_, sigma_, frequency_width_, direction_;
};

}  // namespace groundswell
