// SPDX-License-Identifier: Apache-2.0
// Wind over water so shallow that breaking dissipates all the wind input: transport is negligible, so a wide
// flat behaves like one point, whatever the time step.
#include <gtest/gtest.h>

#include "strip_sea.hpp"

namespace groundswell::test {
namespace {

ModelSettings make_windy_flat(double wind, std::int64_t step) {
  ModelSettings config = make_incoming_waves(1.0, 10.0, step);
  config.boundary.kind = BoundaryKind::absorbing;
  config.spectrum.n_dir = 24;
  config.forcing.wind.kind = WindKind::constant;
  config.forcing.wind.speed = wind;
  config.forcing.wind.from_degree = 270.0;
  return config;
}

float height_far_from_the_coast(ModelSettings config, double depth) {
  Model model(config, world(), make_strip_sea(16, 10e3, [=](double) { return depth; }));
  advance_hours(model, config, 4.0);
  return gather_field(model, "hs")[12];
}

TEST(Flats, DoNotKnowTheTimeStep) {
  for (const double wind : {20.0, 70.0}) {
    ModelSettings still = make_windy_flat(wind, 300);
    still.with_propagation = false;
    const float one_point = height_far_from_the_coast(still, 2.0);
    for (const std::int64_t step : {300, 600, 3600}) {
      const float height = height_far_from_the_coast(make_windy_flat(wind, step), 2.0);
      std::printf("%.0f m/s over 2 m, steps of %d s: Hs %.3f m, without transport %.3f m\n", wind, int(step),
                  height, one_point);
      EXPECT_NEAR(height / one_point, 1.0, 0.02) << wind << " m/s, " << step << " s";
    }
  }
}

}  // namespace
}  // namespace groundswell::test
