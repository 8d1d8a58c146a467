// SPDX-License-Identifier: Apache-2.0
// A sea sampled on any axes: a JONSWAP spectrum with cos^2s spreading about a direction.
#pragma once

#include <cmath>
#include <vector>

#include "base/constants.hpp"
#include "boundary/spectrum_remap.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell::test {

struct Sea {
  double height = 3.0, period = 11.0;  // significant [m], peak [s]
  double direction = 1.0;              // [rad] towards
  double s = 12.0;                     // of cos^2s

  double density(double f, double theta) const {
    static thread_local JonswapShape shape;
    static thread_local double made_height = 0.0, made_period = 0.0;
    if (made_height != height || made_period != period) {
      shape = make_jonswap_from_height(height, 1.0 / period);
      made_height = height, made_period = period;
    }
    return compute_jonswap(shape, f) * compute_cosine_2s(theta - direction, s);
  }
};

inline SourceAxes make_axes(int n_freq, double first, double ratio, int n_dir, double first_degree = 0.0) {
  SourceAxes axes;
  for (int i = 0; i < n_freq; ++i) axes.frequency.push_back(first * std::pow(ratio, i));
  for (int j = 0; j < n_dir; ++j) axes.direction.push_back((first_degree + 360.0 * j / n_dir) * degree);
  return axes;
}

inline std::vector<float> sample(const SourceAxes& axes, const Sea& sea) {
  std::vector<float> out;
  for (const double f : axes.frequency)
    for (const double theta : axes.direction) out.push_back(float(sea.density(f, theta)));
  return out;
}

// The axes of the model's grid as those of a source.
inline SourceAxes axes_of(const SpectralGrid& grid) {
  return {grid.frequency(), grid.direction()};
}

inline std::vector<float> as_float(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

inline double direction_of(const SeaMean& mean) {
  return std::atan2(mean.y, mean.x);
}

}  // namespace groundswell::test
