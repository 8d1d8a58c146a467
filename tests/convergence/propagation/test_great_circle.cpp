// SPDX-License-Identifier: Apache-2.0
// Great circles at 240 km; at 120 km in test_great_circle_long.cpp.
#include <gtest/gtest.h>

#include "great_circles.hpp"

namespace groundswell {
namespace {

TEST(GreatCircle, at_240_km) {
  const Mesh mesh = make_icosahedral_mesh(5, earth_radius);
  const WaveBlobResult equator = run_course(mesh, make_course(0.0, 0.0, 0.0), "equator");
  const WaveBlobResult oblique = run_course(mesh, make_course(0.5, 35.0 * degree, 30.0 * degree), "oblique");
  const WaveBlobResult pole =
      run_course(mesh, make_course(0.5, 50.0 * degree, 90.0 * degree), "over the pole");
  for (const WaveBlobResult& r : {equator, oblique, pole}) {
    EXPECT_LE(r.l1, 0.03);
    EXPECT_LE(r.centroid_km, 25.0);
    EXPECT_LE(std::abs(r.direction_deg), 1.0);
  }
  EXPECT_LE(std::abs(pole.l1 - equator.l1), 0.05);
  EXPECT_LE(std::abs(pole.maximum / pole.exact_maximum - equator.maximum / equator.exact_maximum), 0.05);
}

}  // namespace
}  // namespace groundswell
