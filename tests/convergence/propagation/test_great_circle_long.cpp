// SPDX-License-Identifier: Apache-2.0
// Propagation along great circles on cells of 120 and 60 km, and a narrow swell over the pole.
#include <gtest/gtest.h>

#include "great_circles.hpp"

namespace groundswell {
namespace {

void check(const WaveBlobResult& r, double l1, double centroid_km) {
  EXPECT_LE(r.l1, l1);
  EXPECT_LE(r.centroid_km, centroid_km);
  EXPECT_LE(std::abs(r.direction_deg), 1.0);
}

TEST(GreatCircleLong, at_120_km) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  check(run_course(mesh, make_course(0.5, 35.0 * degree, 30.0 * degree), "oblique"), 0.02, 10.0);
  check(run_course(mesh, make_course(0.5, -35.0 * degree, 90.0 * degree), "meridian"), 0.02, 10.0);
  const WaveBlobResult equator = run_course(mesh, make_course(0.0, 0.0, 0.0), "equator");
  check(equator, 0.02, 10.0);
  for (const double lon : {0.5, 2.1, -0.8}) {
    const WaveBlobResult pole =
        run_course(mesh, make_course(lon, 50.0 * degree, 90.0 * degree), "over the pole");
    check(pole, 0.02, 10.0);
    // Both errors refer to the same exact field, up to a rotation, so their sum bounds the difference of the
    // runs.
    EXPECT_LE(pole.l1 + equator.l1, 0.05);
  }
}

// The swell is narrower than 36 directions can resolve after five days: errors are larger, but no larger over
// the pole than on the equator.
TEST(GreatCircleLong, narrow_swell_over_the_pole_is_as_on_the_equator) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  const double sd = 600e3, spread = 15.0 * degree;
  const WaveBlobResult equator =
      run_wave_blob(mesh, make_blob(make_course(0.0, 0.0, 0.0), sd, spread), "narrow, equator");
  const WaveBlobResult pole = run_wave_blob(
      mesh, make_blob(make_course(0.5, 50.0 * degree, 90.0 * degree), sd, spread), "narrow, over the pole");
  EXPECT_LE(std::abs(pole.l1 - equator.l1), 0.01);
  EXPECT_LE(std::abs(pole.direction_deg), 1.0);
}

// A spread of 15 degrees is a bin and a half: the resolution in direction, not that in space, determines the
// error (0.019 on cells of 120 km).
TEST(GreatCircleLong, to_51_degrees_north_at_60_km) {
  const Mesh mesh = make_icosahedral_mesh(7, earth_radius);
  const char* name = "from 35 to 51.5 degrees north";
  check(run_wave_blob(mesh, make_northward_blob(30.0 * degree), name), 0.012, 6.0);
  check(run_wave_blob(mesh, make_northward_blob(15.0 * degree), name), 0.02, 6.0);
}

}  // namespace
}  // namespace groundswell
