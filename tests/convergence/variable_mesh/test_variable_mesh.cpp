// SPDX-License-Identifier: Apache-2.0
// A mesh of 240 km cells with a region of 120 km cells: a blob carried across that region, and swell along a
// great circle. The limits also hold on a uniform mesh of the larger cells. See also
// test_variable_mesh_long.cpp.
#include "../propagation/great_circles.hpp"
#include "variable_mesh.hpp"

namespace groundswell {
namespace {

TEST(VariableMesh, carries_a_blob) {
  const BlobResult r = carry_blob(make_variable_mesh(240e3, 2.0), 1200e3, 0.6, "third_order");
  EXPECT_LE(r.l1, 0.02);
  EXPECT_GE(r.maximum, 0.97);
  EXPECT_GE(r.smallest, 0.0);
  EXPECT_LE(std::hypot(r.along_km, r.across_km), 10.0);
}

TEST(VariableMesh, great_circle) {
  const Course oblique = make_course(0.5, 35.0 * degree, 30.0 * degree);
  const WaveBlobResult r = run_course(make_variable_mesh(240e3, 2.0), oblique, "oblique", 3600.0);
  EXPECT_LE(r.l1, 0.02);
  EXPECT_LE(r.centroid_km, 25.0);
  EXPECT_LE(std::abs(r.direction_deg), 1.0);
}

}  // namespace
}  // namespace groundswell
