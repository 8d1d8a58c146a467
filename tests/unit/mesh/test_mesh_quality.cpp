// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_quality.hpp"

namespace groundswell {
namespace {

TEST(MeshQuality, RegularHexagonsArePerfect) {
  PlanarHexSettings s;
  s.periodic_x = s.periodic_y = true;
  const MeshQuality q = measure_quality(make_planar_hex_mesh(s));
  EXPECT_NEAR(q.smallest_spacing, 1000.0, 1e-9);
  EXPECT_NEAR(q.largest_spacing, 1000.0, 1e-9);
  EXPECT_NEAR(q.area_range, 1.0, 1e-12);
  EXPECT_NEAR(q.smallest_angle, pi / 3.0, 1e-9);
  EXPECT_NEAR(q.largest_angle, pi / 3.0, 1e-9);
  EXPECT_NEAR(q.smallest_triangle_quality, 1.0, 1e-12);
  EXPECT_NEAR(q.largest_centroid_offset, 0.0, 1e-12);
  EXPECT_NEAR(q.largest_edge_offset, 0.0, 1e-12);
  EXPECT_NEAR(q.largest_nonorthogonality, 0.0, 1e-9);
  EXPECT_EQ(q.n_cell_of_sides[6], 100);
}

TEST(MeshQuality, ClosestCellsAreThoseOfTheWholeMeshAndThoseFarBelowWhatWasAsked) {
  Mesh mesh = make_icosahedral_mesh(2, 6.371e6);
  int north = 0, south = 0;
  while (mesh.lat_edge[north] < 0.5) ++north;
  while (mesh.lat_edge[south] > -0.5) ++south;
  mesh.dc_edge[north] = 1000.0;
  mesh.dc_edge[south] = 3000.0;
  const ClosestCells found = find_closest_cells(mesh, [](const Vec3& p) { return p.z > 0.0 ? 2e3 : 60e3; });
  EXPECT_EQ(found.edge, north);
  EXPECT_EQ(found.distance, 1000.0);
  EXPECT_EQ(found.asked, 2e3);
  EXPECT_EQ(found.edge_of_ratio, south);
  EXPECT_NEAR(found.smallest_ratio, 0.05, 1e-12);
  mesh.cells_on_edge[2 * north + 1] = -1;  // the distance to a missing cell does not count
  EXPECT_EQ(find_closest_cells(mesh, [](const Vec3&) { return 1.0; }).edge, south);
}

// A lattice stretched along x: angles and quality of its isosceles triangles are known.
TEST(MeshQuality, StretchedTrianglesAreSeen) {
  Triangulation t;
  const int n = 6;
  const double height = 1.0, base = 1.6;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      t.points.push_back({base * (i + (j % 2) * 0.5), height * j, 0.0});
      const auto at = [&](int di, int dj) { return ((j + dj) % n) * n + (i + di + n) % n; };
      const int odd = j % 2;
      t.triangles.push_back({at(0, 0), at(odd, 1), at(odd - 1, 1)});
      t.triangles.push_back({at(0, 0), at(1, 0), at(odd, 1)});
    }
  const MeshQuality q = measure_quality(build_planar_voronoi_mesh(t, n * base, n * height));
  const double apex = 2.0 * std::atan(0.5 * base / height), side2 = 0.25 * base * base + height * height;
  EXPECT_NEAR(q.largest_angle, apex, 1e-9);
  EXPECT_NEAR(q.smallest_angle, 0.5 * (pi - apex), 1e-9);
  EXPECT_NEAR(q.smallest_triangle_quality,
              4.0 * std::sqrt(3.0) * (0.5 * base * height) / (base * base + 2.0 * side2), 1e-9);
  EXPECT_EQ(q.n_obtuse, 0);
  EXPECT_NEAR(q.largest_area_ratio, 1.0, 1e-9);
}

}  // namespace
}  // namespace groundswell
