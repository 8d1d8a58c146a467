// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "base/error.hpp"
#include "mesh/delaunay.hpp"
#include "mesh/mesh_generation.hpp"
#include "mesh/mesh_quality.hpp"

namespace groundswell {
namespace {

const double radius = earth_radius;

LloydSettings loose() {
  LloydSettings s;
  s.tolerance = 1e-3;
  return s;
}

std::vector<Vec3> random_points(int n) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const double x = normal(random), y = normal(random), z = normal(random);
    points.push_back(normalized({x, y, z}));
  }
  return points;
}

// Checks that no circumcircle of a triangle contains any other point.
void expect_delaunay(const Triangulation& t) {
  for (const auto& [a, b, c] : t.triangles) {
    const Vec3 centre = circumcentre(t.points[a], t.points[b], t.points[c]);
    const double nearest = dot(centre, t.points[a]);
    for (const Vec3& p : t.points) ASSERT_LE(dot(centre, p), nearest + 1e-12);
  }
}

TEST(MeshGeneration, QhullFindsDelaunayTriangles) {
  const Triangulation t = triangulate_sphere(random_points(400));
  EXPECT_EQ(t.triangles.size(), 796u);
  expect_delaunay(t);
  double area = 0.0;
  for (const auto& [a, b, c] : t.triangles) area += triangle_area(t.points[a], t.points[b], t.points[c]);
  EXPECT_NEAR(area, 4.0 * pi, 1e-9);
}

TEST(MeshGeneration, FlipsRepairAMovedTriangulation) {
  Triangulation t = triangulate_sphere(random_points(400));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> shift(-0.004, 0.004);
  for (Vec3& p : t.points) p = normalized(p + Vec3{shift(random), shift(random), shift(random)});
  int n_turned = 0;
  for (const auto& [a, b, c] : t.triangles)
    n_turned += triangle_area(t.points[a], t.points[b], t.points[c]) <= 0.0;
  if (n_turned > 0) GTEST_SKIP() << "the shift turned a triangle over";
  EXPECT_GT(restore_delaunay(t), 5);
  expect_delaunay(t);
}

TEST(MeshGeneration, RefusesPointsItCannotJoin) {
  std::vector<Vec3> points = random_points(20);
  points[3] = points[17];
  EXPECT_THROW(triangulate_sphere(points), Error);
  EXPECT_THROW(triangulate_sphere(random_points(3)), Error);
  Triangulation turned = triangulate_sphere(random_points(20));
  std::swap(turned.triangles[4][0], turned.triangles[4][1]);
  EXPECT_THROW(restore_delaunay(turned), Error);
}

TEST(MeshGeneration, BisectionQuadruples) {
  const Triangulation t = bisect(triangulate_sphere(random_points(50)));
  EXPECT_EQ(t.points.size(), 194u);
  EXPECT_EQ(t.triangles.size(), 384u);
  double area = 0.0;
  for (const auto& [a, b, c] : t.triangles) area += triangle_area(t.points[a], t.points[b], t.points[c]);
  EXPECT_NEAR(area, 4.0 * pi, 1e-9);
}

TEST(MeshGeneration, UniformCountsComeClose) {
  EXPECT_EQ(make_uniform_points(642, loose()).points.size(), 642u);
  EXPECT_EQ(make_uniform_points(2562, loose()).points.size(), 2562u);
  for (double n : {10000.0, 14500.0, 19000.0})
    EXPECT_NEAR(make_uniform_points(n, loose()).points.size() / n, 1.0, 0.032) << n;
  EXPECT_NEAR(spacing_of_count(40962, radius), 119.9e3, 0.5e3);
}

// Cells of 200 km around one point that grow to 800 km: the spacing must follow the function everywhere, and
// there must be as many cells as count_cells() says.
TEST(MeshGeneration, VariableSpacingFollowsTheFunction) {
  const Vec3 spot = point_at(-70.0 * degree, 40.0 * degree);
  const SpacingFunction spacing = [&](const Vec3& p) {
    const double away = radius * arc_length(p, spot);
    return 200e3 + 600e3 * std::clamp((away - 1e6) / 4e6, 0.0, 1.0);
  };
  const Triangulation t = make_variable_points(spacing, radius, loose());
  EXPECT_NEAR(t.points.size() / count_cells(spacing, radius), 1.0, 0.005);
  const Mesh mesh = build_voronoi_mesh(t, radius);
  check_mesh(mesh);
  double worst = 1.0, mean = 0.0;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double is = std::sqrt(mesh.area_cell[cell] / std::sqrt(0.75));
    const double ratio = is / spacing(point_at(mesh.lon_cell[cell], mesh.lat_cell[cell]));
    worst = std::max({worst, ratio, 1.0 / ratio});
    mean += ratio / mesh.n_cell;
  }
  EXPECT_NEAR(mean, 1.0, 0.03);
  EXPECT_LT(worst, 1.35);
  const MeshQuality quality = measure_quality(mesh);
  // Centres are centroids weighted by the density; geometric centroids lie slightly towards the coarse side.
  EXPECT_LT(quality.rms_centroid_offset, 0.03);
  EXPECT_LT(quality.largest_nonorthogonality, 1e-9);
  EXPECT_GT(quality.mean_triangle_quality, 0.97);
  EXPECT_LT(quality.n_obtuse, 0.005 * mesh.n_vertex);
}

// Cells of 40 km in a region whose surroundings would leave half of the sphere empty on the coarsest level.
TEST(MeshGeneration, FineRegionsOnAnEmptyGlobe) {
  const Vec3 spot = point_at(15.0 * degree, 38.0 * degree);
  const SpacingFunction spacing = [&](const Vec3& p) {
    const double away = radius * arc_length(p, spot);
    return away < 1.5e6 ? 40e3 : 40e3 + 3.0 * (away - 1.5e6);
  };
  const Triangulation t = make_variable_points(spacing, radius, loose());
  const Mesh mesh = build_voronoi_mesh(t, radius);
  check_mesh(mesh);
  int n_fine = 0;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    n_fine += mesh.area_cell[cell] < 1.2 * std::sqrt(0.75) * 40e3 * 40e3;
  EXPECT_NEAR(n_fine / (pi * 1.5e6 * 1.5e6 / (std::sqrt(0.75) * 40e3 * 40e3)), 1.0, 0.15);
  Triangulation turned = triangulate_sphere(random_points(400));
  std::swap(turned.triangles[0][0], turned.triangles[0][1]);
  EXPECT_FALSE(all_face_outwards(turned));
}

TEST(MeshGeneration, CountOfCellsIsAreaOverHexagons) {
  const double sphere = 4.0 * pi * radius * radius;
  const SpacingFunction uniform = [](const Vec3&) { return 300e3; };
  EXPECT_NEAR(count_cells(uniform, radius) / (sphere / (300e3 * 300e3 * std::sqrt(0.75))), 1.0, 1e-9);
  EXPECT_THROW(count_cells([](const Vec3&) { return 0.0; }, radius), Error);
  EXPECT_THROW(make_variable_points([](const Vec3&) { return 1e8; }, radius, {}), Error);
}

TEST(MeshGeneration, RegionIsMadeInTheRegion) {
  const LonLatBox box{170.0 * degree, 200.0 * degree, -20.0 * degree, 10.0 * degree};  // across the date line
  const SpacingFunction spacing = extend_beyond(
      box, [](const Vec3&) { return 150e3; }, radius, 0.2);
  const Triangulation t = make_variable_points(spacing, radius, loose());
  const Mesh mesh = build_regional_mesh(t, box, radius);
  check_mesh(mesh);
  EXPECT_GT(mesh.n_cell, 0.35 * t.points.size()) << "few cells lie outside the region";
  EXPECT_EQ(mesh.n_cell - mesh.n_edge + mesh.n_vertex, 1) << "a disc";
  double area = 0.0;
  for (double a : mesh.area_cell) area += a;
  const double box_area =
      radius * radius * (box.east - box.west) * (std::sin(box.north) - std::sin(box.south));
  EXPECT_NEAR(area / box_area, 1.0, 0.02);
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double lon = mesh.lon_cell[cell] / degree, lat = mesh.lat_cell[cell] / degree;
    EXPECT_TRUE((lon >= 170.0 || lon <= -160.0) && lat >= -20.0 && lat <= 10.0) << lon << " " << lat;
  }
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    EXPECT_EQ(mesh.edge_kind[edge] == EdgeKind::open_boundary, mesh.cell_on_edge(edge, 1) < 0);
}

TEST(LonLatBox, KnowsInsideAndNearest) {
  const LonLatBox box{170.0 * degree, 200.0 * degree, -20.0 * degree, 10.0 * degree};
  EXPECT_TRUE(box.contains(point_at(-170.0 * degree, 0.0)));
  EXPECT_FALSE(box.contains(point_at(-150.0 * degree, 0.0)));
  EXPECT_FALSE(box.contains(point_at(180.0 * degree, 11.0 * degree)));
  const Vec3 near = box.clamp(point_at(-150.0 * degree, 30.0 * degree));
  EXPECT_NEAR(longitude(near) / degree, -160.0, 1e-9);
  EXPECT_NEAR(latitude(near) / degree, 10.0, 1e-9);
  EXPECT_THROW((LonLatBox{1.0, 0.5, -0.1, 0.1}.check()), Error);
  EXPECT_THROW((LonLatBox{0.0, 0.5, -0.1, 1.7}.check()), Error);
}

}  // namespace
}  // namespace groundswell
