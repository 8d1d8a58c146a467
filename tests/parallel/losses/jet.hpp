// SPDX-License-Identifier: Apache-2.0
// Waves of 3 m run against a jet, which steepens and blocks them: the greatest height and steepness in 48
// hours.
#pragma once

#include <gtest/gtest.h>

#include "strip_sea.hpp"

namespace groundswell::test {

struct Jet {
  double speed, period;  // [m s-1], [s]
  int n_freq;
  double first_frequency;  // [Hz]
};

struct HighestSea {
  double height = 0.0;     // [m] at any hour
  double steepness = 0.0;  // Hs / L(Tm02), after 6 hours
};

inline HighestSea run_against(const Jet& jet, double wind, const SourceTermsSettings& physics = {}) {
  ModelSettings config = make_incoming_waves(3.0, jet.period, 600);
  config.spectrum.n_freq = jet.n_freq;
  config.spectrum.first_frequency = jet.first_frequency;
  config.physics = physics;
  config.forcing.relative_wind =
      false;  // in the relative wind over a jet, a run without limiter blows up even in calm air
  if (wind > 0.0) {
    config.forcing.wind.kind = WindKind::constant;
    config.forcing.wind.speed = wind;
  }
  ModelSources given;
  given.current = [&](const LocalMesh& local) {
    return std::make_unique<JetFromTheEast>(local, jet.speed, 250e3, 50e3);
  };
  Model model(config, world(), make_strip_sea(48, 10e3, [](double) { return 5000.0; }), given);
  HighestSea highest;
  for (int hour = 1; hour <= 48; ++hour) {
    advance_hours(model, config, 1.0);
    const std::vector<float> height = gather_field(model, "hs"), period = gather_field(model, "t02");
    for (std::size_t cell = 0; cell < height.size(); ++cell) {
      highest.height = std::max(highest.height, double(height[cell]));
      if (hour <= 6 || height[cell] < 0.01f) continue;
      const double length = gravity * std::pow(period[cell], 2) / (2.0 * pi);
      highest.steepness = std::max(highest.steepness, height[cell] / length);
    }
  }
  return highest;
}

inline void expect_no_runaway(const Jet& jet) {
  SourceTermsSettings free;
  free.limiter = GrowthLimiter::none;
  free.max_source_step = 60.0;
  const HighestSea calm = run_against(jet, 0.0), unlimited = run_against(jet, 0.0, free),
                   windy = run_against(jet, 10.0);
  if (world().rank() != 0) return;
  std::printf(
      "jet %.0f m/s, %2.0f s, %d from %.4f Hz: calm %.2f m (%+.1f %%), steepness %.3f; 10 m/s of wind "
      "%.2f m, steepness %.3f\n",
      jet.speed, jet.period, jet.n_freq, jet.first_frequency, calm.height,
      100.0 * (calm.height / unlimited.height - 1.0), calm.steepness, windy.height, windy.steepness);
  EXPECT_NEAR(calm.height / unlimited.height, 1.0, 0.15);
  EXPECT_GT(calm.height, 2.7);
  EXPECT_LT(windy.steepness, 0.12);
  EXPECT_LT(windy.height, 2.0 * calm.height);
}

}  // namespace groundswell::test
