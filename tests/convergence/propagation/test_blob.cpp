// SPDX-License-Identifier: Apache-2.0
// Accuracy of the third-order spatial scheme on 40,962 cells (120 km); the limits are the measured errors
// plus a margin. See also test_blob_long.cpp.
#include <gtest/gtest.h>

#include "carried_blob.hpp"

namespace groundswell {
namespace {

TEST(Blob, at_120_km) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  const BlobResult wide = carry_blob(mesh, 600e3, 0.6, "third_order");
  EXPECT_LE(wide.l1, 0.03);
  EXPECT_GE(wide.maximum, 0.96);
  EXPECT_GE(wide.smallest, 0.0);
  EXPECT_LE(std::abs(wide.along_km), 2.0);
  EXPECT_LE(std::abs(wide.across_km), 5.0);
}

}  // namespace
}  // namespace groundswell
