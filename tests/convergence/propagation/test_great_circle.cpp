// SPDX-License-Identifier: Apache-2.0
// Propagation along great circles, mostly on cells of 240 km; see also test_great_circle_long.cpp.
#include <gtest/gtest.h>

#include "great_circles.hpp"

namespace groundswell {
namespace {

TEST(GreatCircle, at_240_km) {
  const Mesh mesh = make_icosahedral_mesh(5, earth_radius);
  const WaveBlobResult equator = run_course(mesh, make_course(0.0, 0.0, 0.0), "equator", 3600.0);
  const WaveBlobResult meridian =
      run_course(mesh, make_course(0.5, -35.0 * degree, 90.0 * degree), "meridian", 3600.0);
  const WaveBlobResult oblique =
      run_course(mesh, make_course(0.5, 35.0 * degree, 30.0 * degree), "oblique", 3600.0);
  const WaveBlobResult pole =
      run_course(mesh, make_course(0.5, 50.0 * degree, 90.0 * degree), "over the pole", 3600.0);
  for (const WaveBlobResult& r : {equator, meridian, oblique, pole}) {
    EXPECT_LE(r.l1, 0.02);
    EXPECT_LE(r.centroid_km, 25.0);
    EXPECT_LE(std::abs(r.direction_deg), 1.0);
  }
  // Both errors refer to the same exact field, up to a rotation, so their sum bounds the difference of the
  // runs.
  EXPECT_LE(pole.l1 + equator.l1, 0.05);
}

TEST(GreatCircle, to_51_degrees_north_at_120_km) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  WaveBlob blob = make_northward_blob(15.0 * degree);
  blob.time_step = 3600.0;
  const WaveBlobResult r = run_wave_blob(mesh, blob, "from 35 to 51.5 degrees north");
  EXPECT_LE(r.l1, 0.02);
  EXPECT_LE(r.centroid_km, 10.0);
  EXPECT_LE(std::abs(r.direction_deg), 1.0);
}

}  // namespace
}  // namespace groundswell
