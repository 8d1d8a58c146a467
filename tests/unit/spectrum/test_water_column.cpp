// SPDX-License-Identifier: Apache-2.0
// What the spectrum says of the water below the surface: exact values of one wave train, limits of deep and
// shallow water, and values of an independent program.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "parameter_cells.hpp"
#include "spectrum/wave_at_bed.hpp"

namespace groundswell {
namespace {

using test::Cells;
using test::ReferenceSea;

// One bin of a spectrum in water of a given depth.
struct WaveTrain {
  explicit WaveTrain(double depth, int freq = 9, double frame_angle = 0.0) : d(depth) {
    sea.variance.assign(std::size_t(grid.n_bin()), 0.0);
    sea.variance[std::size_t(freq) * grid.n_dir() + dir] = 5.0;
    sea.depth = depth;
    sea.frame_angle = frame_angle;
    m0 = 5.0 * grid.frequency_width()[freq] * grid.direction_width();
    sigma = grid.sigma()[freq];
    k = compute_wavenumber(sigma, depth);
    theta = grid.direction()[dir] + frame_angle;
  }
  const SpectralGrid grid;
  static constexpr int dir = 4;
  ReferenceSea sea;
  double d, m0, sigma, k, theta;
};

float speed_below(const Cells& cells, int number) {
  const int east = int(Parameter::stokes_drift_below) + 2 * (number - 1);
  return std::hypot(cells.value(Parameter(east)), cells.value(Parameter(east + 1)));
}

}  // namespace

TEST(WaterColumn, OneBinIsAWaveTrain) {
  for (const double angle : {0.0, 1.1}) {
    const WaveTrain wave(8.0, 9, angle);
    Cells cells(wave.grid, {wave.sea});
    cells.compute({1.0, true, {2.0, 7.99, 8.01}});
    const auto expect = [&](Parameter parameter, double expected) {
      EXPECT_NEAR(cells.value(parameter), expected, 2e-6 * std::abs(expected)) << int(parameter);
    };
    const double m0 = wave.m0, k = wave.k, kd = k * wave.d, sigma = wave.sigma;
    const double c = std::cos(wave.theta), s = std::sin(wave.theta), weight = water_density * gravity * m0;
    const double n = compute_group_speed(sigma, k, wave.d) * k / sigma;
    expect(Parameter::stokes_transport_east, m0 * gravity * k / sigma * c);
    expect(Parameter::stokes_transport_north, m0 * gravity * k / sigma * s);
    expect(Parameter::bernoulli_head, gravity * k * m0 / std::sinh(2.0 * kd));
    expect(Parameter::bottom_velocity, sigma * std::sqrt(m0) / std::sinh(kd));
    expect(Parameter::bottom_excursion, std::sqrt(m0) / std::sinh(kd));
    expect(Parameter::radiation_stress_xx, weight * (n * (1.0 + c * c) - 0.5));
    expect(Parameter::radiation_stress_xy, weight * n * c * s);
    expect(Parameter::radiation_stress_yy, weight * (n * (1.0 + s * s) - 0.5));
    for (int i = 0; i < 2; ++i) {
      const double height = wave.d - (i == 0 ? 2.0 : 7.99);
      const double drift = m0 * sigma * k * std::cosh(2.0 * k * height) / std::pow(std::sinh(kd), 2);
      const int east = int(Parameter::stokes_drift_below) + 2 * i;
      expect(Parameter(east), drift * c);
      expect(Parameter(east + 1), drift * s);
    }
    EXPECT_EQ(speed_below(cells, 3), 0.0f) << "below the bed";
  }
}

// By Simpson's rule over 200 layers, which in deep water end where the drift does; for the lowest frequency,
// one in the middle and the last one, which has the tail.
TEST(WaterColumn, DriftIntegratedOverTheColumnIsTheTransport) {
  const int last = SpectralGrid().n_freq() - 1;
  for (const double depth : {3.0, 30.0, 300.0})
    for (const int freq : {0, 9, last}) {
      const WaveTrain wave(depth, freq);
      const int n_layer = 200, per_run = n_stokes_depth;
      const bool has_tail = freq == last;
      const double bottom = std::min(depth, 8.0 / wave.k);
      Cells cells(wave.grid, {wave.sea});
      double sum = 0.0;
      // Layers are thinner near the surface: depth = bottom x^4, and the weights are those of Simpson in x.
      for (int first = 0; first <= n_layer; first += per_run) {
        ParameterSettings settings;
        std::vector<double> weights;
        for (int layer = first; layer < first + per_run && layer <= n_layer; ++layer) {
          const double x = double(layer) / n_layer;
          settings.stokes_depths.push_back(std::min(bottom * std::pow(x, 4), depth));
          const double simpson = layer == 0 || layer == n_layer ? 1.0 : layer % 2 == 1 ? 4.0 : 2.0;
          weights.push_back(simpson / (3.0 * n_layer) * bottom * 4.0 * std::pow(x, 3));
        }
        cells.compute(settings);
        for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * speed_below(cells, int(i) + 1);
      }
      const double transport = std::hypot(cells.value(Parameter::stokes_transport_east),
                                          cells.value(Parameter::stokes_transport_north));
      // In shallow water the tail, which counts as deep, reaches below the bed, where there is none.
      const double tolerance = has_tail && depth < 10.0 ? 2e-3 : 1e-4;
      EXPECT_NEAR(sum, transport, tolerance * transport) << depth << " m, frequency " << freq;
    }
}

TEST(WaterColumn, RadiationStressOfDeepAndShallowWater) {
  const WaveTrain deep(5000.0, 20), shallow(0.05, 0);
  for (const auto& [wave, n] : {std::pair{&deep, 0.5}, std::pair{&shallow, 1.0}}) {
    Cells cells(wave->grid, {wave->sea});
    cells.compute();
    const double weight = water_density * gravity * wave->m0, c = std::cos(wave->theta);
    EXPECT_NEAR(cells.value(Parameter::radiation_stress_xx), weight * (n * (1.0 + c * c) - 0.5),
                2e-4 * weight);
    EXPECT_NEAR(cells.value(Parameter::radiation_stress_yy), weight * (n * (2.0 - c * c) - 0.5),
                2e-4 * weight);
  }
  Cells cells(deep.grid, {deep.sea});
  cells.compute();
  for (const Parameter parameter :
       {Parameter::bernoulli_head, Parameter::bottom_velocity, Parameter::bottom_excursion})
    EXPECT_EQ(cells.value(parameter), 0.0f) << int(parameter);
}

// An independent program gives these sums over the grid for a JONSWAP sea of alpha 0.01 and a peak of 0.1 Hz
// in deep water. The tail adds what a grid that reaches farther up has.
TEST(WaterColumn, DriftAndTransportOfAJonswapSea) {
  const auto compute = [](const SpectralGrid& grid, bool tail, double depth_of_drift) {
    ReferenceSea sea;
    sea.depth = 1e4;
    const JonswapShape shape{0.01, 0.1, 3.3, 0.07, 0.09};
    for (const double f : grid.frequency())
      for (const double theta : grid.direction())
        sea.variance.push_back(compute_jonswap(shape, f) * compute_cosine_power(theta - 0.3, 2.0));
    Cells cells(grid, {sea});
    cells.compute({1.0, tail, {depth_of_drift}});
    const double transport = std::hypot(cells.value(Parameter::stokes_transport_east),
                                        cells.value(Parameter::stokes_transport_north));
    return std::pair{double(speed_below(cells, 1)), transport};
  };
  const auto [drift, transport] = compute(SpectralGrid(), false, 0.0);
  EXPECT_NEAR(drift, 0.232171, 3e-6);
  EXPECT_NEAR(transport, 1.207317, 1.5e-5);
  const SpectralGrid fine({36, 150, 0.04177248, 1.02}), farther({36, 280, 0.04177248, 1.02});
  for (const double depth : {0.2, 1.0}) {
    const auto with_tail = compute(fine, true, depth), reaching_up = compute(farther, true, depth);
    EXPECT_NEAR(with_tail.first, reaching_up.first, 1e-3 * reaching_up.first) << depth;
    EXPECT_NEAR(with_tail.second, reaching_up.second, 1e-3 * reaching_up.second);
    EXPECT_LT(compute(fine, false, depth).second, (1.0 - 2e-3) * reaching_up.second);
  }
  EXPECT_LT(compute(fine, false, 0.2).first, (1.0 - 5e-3) * compute(farther, true, 0.2).first);
}

TEST(WaterColumn, TooManyDepthsAndMissingOnesOfTheWaterAreRefused) {
  const WaveTrain wave(8.0);
  Cells cells(wave.grid, {wave.sea});
  EXPECT_THROW(cells.compute({1.0, true, std::vector<double>(n_stokes_depth + 1, 1.0)}), Error);
  ParameterInputs without = cells.inputs();
  without.depth = {};
  Array<float> values(1);
  ParameterArrays out;
  out[Parameter::mean_square_slope_upwave] = values.view();
  compute_parameters(Backend::serial, {0, 1}, wave.grid, without, out);
  EXPECT_GT(values[0], 0.0f);
  out[Parameter::radiation_stress_xx] = values.view();
  EXPECT_THROW(compute_parameters(Backend::serial, {0, 1}, wave.grid, without, out), Error);
}

}  // namespace groundswell
