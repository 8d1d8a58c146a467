// SPDX-License-Identifier: Apache-2.0
// Accuracy of the spatial schemes at Courant numbers of 0.3 and 0.6, on cells of 120 and 60 km.
#include <gtest/gtest.h>

#include "carried_blob.hpp"

namespace groundswell {
namespace {

TEST(BlobLong, at_120_km_and_small_courant_number) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  const BlobResult slow = carry_blob(mesh, 600e3, 0.3, "third_order");
  EXPECT_LE(slow.l1, 0.03);
  EXPECT_GE(slow.maximum, 0.96);
  EXPECT_LE(std::abs(slow.along_km), 2.0);
  EXPECT_LE(std::abs(slow.across_km), 5.0);
}

TEST(BlobLong, narrow_at_120_km) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  const BlobResult narrow = carry_blob(mesh, 300e3, 0.6, "third_order");
  EXPECT_LE(narrow.l1, 0.22);
  EXPECT_GE(narrow.maximum, 0.72);
}

TEST(BlobLong, first_order_is_far_worse) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  const double l1 = carry_blob(mesh, 600e3, 0.6, "upwind").l1;
  EXPECT_GE(l1, 0.4);
  EXPECT_LE(l1, 0.8);
}

TEST(BlobLong, at_60_km) {
  const Mesh mesh = make_icosahedral_mesh(7, earth_radius);
  EXPECT_LE(carry_blob(mesh, 600e3, 0.3, "third_order").l1, 0.007);
  EXPECT_LE(carry_blob(mesh, 600e3, 0.6, "third_order").l1, 0.011);
}

}  // namespace
}  // namespace groundswell
