// SPDX-License-Identifier: Apache-2.0
#include "spectrum/spectral_grid.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {

SpectralGrid::SpectralGrid(const SpectralGridSettings& s)
    : n_freq_(s.n_freq), n_dir_(s.n_dir), ratio_(s.frequency_ratio), direction_width_(2.0 * pi / s.n_dir) {
  require(s.n_freq >= 3, "a spectrum of ", s.n_freq, " frequencies is too small; use at least 3");
  require(s.n_dir >= 8, "a spectrum of ", s.n_dir, " directions is too small; use at least 8");
  require(s.first_frequency > 0.0, "the first frequency ", s.first_frequency, " Hz is not positive");
  require(s.frequency_ratio > 1.0 && s.frequency_ratio <= 2.0, "a frequency ratio of ", s.frequency_ratio,
          " is outside (1, 2]; 1.1 is usual");
  const double r = ratio_;
  for (int freq = 0; freq < n_freq_; ++freq) {
    const double f = s.first_frequency * std::pow(r, freq);
    double width = f * (r - 1.0 / r) / 2.0;
    if (freq == 0) width = f * (r - 1.0) / 2.0;
    if (freq == n_freq_ - 1) width = f * (1.0 - 1.0 / r) / 2.0;
    frequency_.push_back(f);
    sigma_.push_back(2.0 * pi * f);
    frequency_width_.push_back(width);
  }
  for (int dir = 0; dir < n_dir_; ++dir) direction_.push_back((dir + 0.5) * direction_width_);
}

}  // namespace groundswell
