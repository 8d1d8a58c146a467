// SPDX-License-Identifier: Apache-2.0
// Swell that travels halfway round the globe: all great circles from a storm meet again at its antipode.
// After an angle pi a ray from x towards s is at -x and travels towards -s, so the exact field there is the
// storm's own mirror image: the same height, shape and spread of directions. A quarter of the globe from the
// storm, the waves cover the widest area, and the spread of directions at one place is only the ratio of the
// storm's radius to the Earth's.
#include <gtest/gtest.h>

#include "great_circles.hpp"

namespace groundswell {
namespace {

WaveBlobResult run_half_the_globe(const Mesh& mesh, double sd, double spread, int n_dir) {
  WaveBlob blob = make_blob(make_course(0.3, 20.0 * degree, 50.0 * degree), sd, spread);
  blob.n_dir = n_dir;
  blob.time_step = 7200.0;
  blob.days = pi * earth_radius / compute_swell_speed(blob) / 86400.0;
  const WaveBlobResult r = run_wave_blob(mesh, blob, "antipode");
  EXPECT_NEAR(r.exact_maximum, r.start_maximum, 0.01 * r.start_maximum)
      << "the exact answer is the mirror image";
  EXPECT_LE(r.centroid_km, 25.0);
  EXPECT_LE(std::abs(r.direction_deg), 1.0);
  EXPECT_NEAR(r.spread_deg, r.start_spread_deg, 0.5);
  return r;
}

TEST(Antipode, swell_refocuses) {
  const Mesh mesh = make_icosahedral_mesh(5, earth_radius);
  const WaveBlobResult wide = run_half_the_globe(mesh, 2000e3, 30.0 * degree, 36);
  EXPECT_LE(wide.l1, 0.06);
  EXPECT_GE(std::sqrt(wide.maximum / wide.exact_maximum), 0.96) << "Hs of the highest waves";
}

// Halfway to the antipode, the directions at one place spread over one bin of 10 degrees, or two of 5.
TEST(Antipode, narrow_swell_needs_directions) {
  const Mesh mesh = make_icosahedral_mesh(5, earth_radius);
  const WaveBlobResult r = run_half_the_globe(mesh, 1200e3, 20.0 * degree, 36);
  EXPECT_LE(r.l1, 0.18);
  EXPECT_GE(std::sqrt(r.maximum / r.exact_maximum), 0.88);
  const WaveBlobResult fine = run_half_the_globe(mesh, 1200e3, 20.0 * degree, 72);
  EXPECT_LE(fine.l1, 0.5 * r.l1);
  EXPECT_GE(std::sqrt(fine.maximum / fine.exact_maximum), 0.94);
}

}  // namespace
}  // namespace groundswell
