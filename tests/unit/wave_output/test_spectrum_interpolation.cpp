// SPDX-License-Identifier: Apache-2.0
// Interpolation of spectra whose bins are rotated relative to those of the point, as near the poles.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "base/constants.hpp"
#include "wave_output/spectrum_interpolation.hpp"

namespace groundswell {
namespace {

constexpr int n_dir = 24, n_freq = 2;
constexpr double bin = 2.0 * pi / n_dir;
constexpr std::array<float, 3> weights{0.5f, 0.3f, 0.2f};

// The density of a sea towards `mean` in bin `dir`, if the direction of bin 0 is `first`.
double sea(int dir, double first, double mean) {
  const double half = 0.5 * (dir * bin + first - mean);
  return std::pow(std::cos(half) * std::cos(half), 6);
}

// That sea interpolated to a point, from cells whose east is rotated by `turns` [bin] from the point's.
std::vector<float> interpolate(const std::array<double, 3>& turns, double mean) {
  PointStencil stencil;
  RowArray<float> spectra(3, std::size_t(n_freq * n_dir));
  for (std::size_t i = 0; i < 3; ++i) {
    stencil.corner_cells[i] = std::int64_t(10 + i);
    stencil.corners[i] = {weights[i], float(std::cos(turns[i] * bin)), float(std::sin(turns[i] * bin))};
    for (int k = 0; k < n_freq * n_dir; ++k)
      spectra.row(i)[k] = float((1 + k / n_dir) * sea(k % n_dir, turns[i] * bin, mean));
  }
  std::vector<float> result(std::size_t(n_freq * n_dir));
  interpolate_spectrum(PointInterpolation({stencil}), 0, n_dir, std::as_const(spectra).rows(),
                       {result.data(), result.size()});
  return result;
}

TEST(SpectrumInterpolation, KeepsTheMeanDirectionAndTheEnergyOfTurnedSpectra) {
  for (const std::array<double, 3>& turns :
       std::vector<std::array<double, 3>>{{0.7, -0.4, 1.3}, {-0.45, -0.3, 0.6}, {11.8, -11.9, 12.3}})
    for (const double mean : {0.0, 1.0, 4.0}) {
      const std::vector<float> result = interpolate(turns, mean);
      double east = 0.0, north = 0.0, sum = 0.0, expected = 0.0;
      for (int dir = 0; dir < n_dir; ++dir) {
        const double value = result[std::size_t(n_dir + dir)];
        east += value * std::cos(dir * bin), north += value * std::sin(dir * bin), sum += value;
        expected += 2.0 * sea(dir, 0.0, mean);
      }
      EXPECT_NEAR(std::remainder(std::atan2(north, east) - mean, 2.0 * pi) / degree, 0.0, 0.3) << turns[0];
      EXPECT_NEAR(sum, expected, 1e-5 * expected);
    }
}

TEST(SpectrumInterpolation, AveragesBinByBinWhereTurnsAreSmall) {
  const std::array<double, 3> turns{0.1, -0.45, 0.4};
  const std::vector<float> result = interpolate(turns, 1.0);
  for (int dir = 0; dir < n_dir; ++dir) {
    double expected = 0.0;
    for (std::size_t i = 0; i < 3; ++i) expected += double(weights[i]) * sea(dir, turns[i] * bin, 1.0);
    EXPECT_NEAR(result[std::size_t(dir)], expected, 1e-6) << dir;
  }
}

TEST(SpectrumInterpolation, LeavesSpectraThatAreTurnedByWholeBins) {
  for (const std::array<double, 3>& turns :
       std::vector<std::array<double, 3>>{{0.0, 0.0, 0.0}, {3.0, 3.0, 3.0}}) {
    const std::vector<float> result = interpolate(turns, 1.0);
    for (int dir = 0; dir < n_dir; ++dir)
      EXPECT_NEAR(result[std::size_t(dir)], sea(dir, 0.0, 1.0), 1e-6) << dir;
  }
}

}  // namespace
}  // namespace groundswell
