// SPDX-License-Identifier: Apache-2.0
// The figures of docs/theory/propagation.md for meshes of varying resolution.
#include "variable_mesh.hpp"

namespace groundswell {
namespace {

void expect_carried(double coarse, double ratio) {
  const Mesh mesh = make_variable_mesh(coarse, ratio);
  for (const double courant : {0.3, 0.6}) {
    const BlobResult r = carry_blob(mesh, 5.0 * coarse, courant, "third_order");
    EXPECT_LE(r.l1, 0.03) << "as on a uniform mesh of the larger cells";
    EXPECT_GE(r.maximum, 0.96);
    EXPECT_GE(r.smallest, 0.0);
    EXPECT_LE(std::hypot(r.along_km, r.across_km), 5e-5 * coarse);
  }
}

TEST(VariableMeshLong, from_120_to_60_km) {
  expect_carried(120e3, 2.0);
}

TEST(VariableMeshLong, from_240_to_60_km) {
  expect_carried(240e3, 4.0);
}

}  // namespace
}  // namespace groundswell
