// SPDX-License-Identifier: Apache-2.0
// Breaking in shallow water on cells that waves take a few breaking times to cross: the model is compared
// with a steady solution of the same formula, and with itself for different time steps.
#include <gtest/gtest.h>

#include <numeric>

#include "spectrum/dispersion.hpp"
#include "spectrum/shapes.hpp"
#include "strip_sea.hpp"

namespace groundswell::test {
namespace {

// The breaking rate of Battjes and Janssen, 2 fmean Q / B, with Q found by bisection; 2 fmean B if all waves
// break (B >= 1), as in the model.
double slow_breaking_rate(double m0, double mean_frequency, double depth) {
  const double b = 8.0 * m0 / std::pow(0.8 * depth, 2);
  double low = 0.0, high = 1.0 - 1e-15;
  for (int step = 0; step < 200; ++step) {
    const double q = 0.5 * (low + high);
    ((1.0 - q) / -std::log(q) > b ? high : low) = q;
  }
  return 2.0 * mean_frequency * (b < 1.0 ? 0.5 * (low + high) / b : b);
}

// Ratios of height to depth in `n` cells of size `spacing` [m]: at each frequency, the energy that enters a
// cell leaves it or is lost by breaking.
std::vector<double> solve_steady_breaking(const ModelSettings& config, double depth, double spacing, int n) {
  const SpectralGrid grid(config.spectrum);
  const auto shape = make_jonswap_from_height(config.boundary.sea.height, 1.0 / config.boundary.sea.period);
  std::vector<double> energy, speed;
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    energy.push_back(compute_jonswap(shape, grid.frequency()[freq]) * grid.frequency_width()[freq]);
    const double k = compute_wavenumber(grid.sigma()[freq], depth), sigma = grid.sigma()[freq];
    speed.push_back(0.5 * sigma / k * (1.0 + 2.0 * k * depth / std::sinh(2.0 * k * depth)));
  }
  std::vector<double> ratios;
  for (int cell = 0; cell < n; ++cell) {
    const auto after = [&](double rate) {
      std::vector<double> left = energy;
      for (std::size_t freq = 0; freq < left.size(); ++freq)
        left[freq] *= speed[freq] / (speed[freq] + rate * spacing);
      return left;
    };
    double low = 0.0, high = 10.0;
    for (int step = 0; step < 100; ++step) {
      const double rate = 0.5 * (low + high);
      const std::vector<double> left = after(rate);
      const double m0 = std::accumulate(left.begin(), left.end(), 0.0);
      const double m1 = std::inner_product(left.begin(), left.end(), grid.frequency().begin(), 0.0);
      (slow_breaking_rate(m0, m1 / m0, depth) > rate ? low : high) = rate;
    }
    energy = after(low);
    ratios.push_back(4.0 * std::sqrt(std::accumulate(energy.begin(), energy.end(), 0.0)) / depth);
  }
  return ratios;
}

void leave_depth_losses_only(SourceTermsSettings& physics) {
  physics.wind_input = physics.linear_input = physics.whitecapping = false;
  physics.nonlinear_transfer = physics.diagnostic_tail = false;
}

TEST(SurfZone, IsTheSteadySolutionOfTheFormula) {
  ModelSettings config = make_incoming_waves(4.0, 10.0, 600);
  config.boundary.sea.cosine_power = 100.0;
  leave_depth_losses_only(config.physics);
  config.physics.bottom_friction = false;
  const int length = 16;
  Model model(config, world(), make_strip_sea(length, 250.0, [](double) { return 3.0; }));
  advance_hours(model, config, 2.0);
  const std::vector<float> height = gather_field(model, "hs");
  const std::vector<double> expected = solve_steady_breaking(config, 3.0, 250.0, 8);
  for (int i = 0; i < 8; ++i) {
    // Odd rows lie half a cell farther in.
    const double ratio = 0.5 * (height[i] + height[length + i]) / 3.0;
    std::printf("cell %d: Hs/d %.3f (even row %.3f, odd row %.3f), steady solution %.3f\n", i + 1, ratio,
                height[i] / 3.0, height[length + i] / 3.0, expected[i]);
    EXPECT_NEAR(ratio / expected[i], 1.0, i == 0 ? 0.20 : 0.15) << "cell " << i + 1;
  }
}

// Breaking does not affect waves before they reach it: the last deep cell is no higher than those before it.
TEST(SurfZone, DoesNotPileUpWavesInFrontOfIt) {
  for (const double spacing : {1e3, 20e3})
    for (const double shelf : {2.0, 5.0}) {
      ModelSettings config = make_incoming_waves(4.0, 12.0, 600);
      config.boundary.sea.cosine_power = 100.0;
      leave_depth_losses_only(config.physics);
      const int length = 12, last_deep = 5;
      Model model(config, world(), make_strip_sea(length, spacing, [&](double x) {
                    return x < (last_deep + 0.9) * spacing ? 50.0 : shelf;
                  }));
      advance_hours(model, config, 3.0 + spacing / 500.0 * 0.5);
      const std::vector<float> height = gather_field(model, "hs");
      const auto mean = [&](int cell) { return 0.5 * (height[cell] + height[length + cell]); };
      std::printf("cells of %.0f km, 50 to %.0f m: Hs of the last three deep cells %.3f, %.3f, %.3f m\n",
                  spacing / 1e3, shelf, mean(last_deep - 2), mean(last_deep - 1), mean(last_deep));
      EXPECT_NEAR(mean(last_deep) / mean(last_deep - 1), 0.98, 0.03);
      EXPECT_LT(mean(last_deep + 1), 0.8 * mean(last_deep));
    }
}

// Heights on a beach that rises from 10 m to 1 m depth over 10 km, with all terms.
std::vector<float> heights_on_a_beach(std::int64_t step) {
  ModelSettings config = make_incoming_waves(3.0, 10.0, step);
  config.spectrum.n_dir = 24;
  Model model(config, world(),
              make_strip_sea(40, 250.0, [](double x) { return std::max(1.0, 10.0 - 9.0 * x / 9750.0); }));
  advance_hours(model, config, 1.5);
  return gather_field(model, "hs");
}

TEST(SurfZone, DoesNotKnowTheModelsTimeStep) {
  const std::vector<float> usual = heights_on_a_beach(300);
  for (std::int64_t step : {60, 600}) {
    const std::vector<float> other = heights_on_a_beach(step);
    double worst = 0.0;
    for (std::size_t cell = 0; cell < usual.size(); ++cell)
      worst = std::max(worst, std::abs(double(other[cell]) / usual[cell] - 1.0));
    std::printf("steps of %d s: Hs within %.2f %% of those of 300 s\n", int(step), 100.0 * worst);
    EXPECT_LT(worst, 0.04) << step << " s";
  }
  EXPECT_GT(usual[0], 2.5f);
  EXPECT_LT(usual[39], 0.6f);
}

}  // namespace
}  // namespace groundswell::test
