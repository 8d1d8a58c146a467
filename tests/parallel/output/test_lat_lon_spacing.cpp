// SPDX-License-Identifier: Apache-2.0
// The default spacing of the regular grid, for meshes of uniform and of variable resolution.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "output/output_grid.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

// Cells with only areas, distributed round-robin over the ranks; `apart`: the spacing of each cell [degree].
MeshPart part_of(const std::vector<double>& apart) {
  const Communicator& world = test::world();
  MeshPart part;
  part.mesh.on_sphere = true;
  part.mesh.sphere_radius = 6.371e6;
  for (std::size_t i = std::size_t(world.rank()); i < apart.size(); i += std::size_t(world.size())) {
    const double side = apart[i] * degree * part.mesh.sphere_radius;
    part.mesh.area_cell.push_back(0.5 * std::sqrt(3.0) * side * side);
  }
  part.n_owned = part.mesh.n_cell = int(part.mesh.area_cell.size());
  part.mesh.area_cell.push_back(1e13);  // a halo cell, which does not count
  return part;
}

double spacing_of(const std::vector<double>& apart) {
  return find_lat_lon_spacing(test::world(), part_of(apart));
}

TEST(LatLonSpacing, IsTheNearestAsARatio) {
  for (const auto& [apart, expected] : {std::pair{0.001, 0.1},
                                        {0.1, 0.1},
                                        {0.158, 0.1},
                                        {0.159, 0.25},
                                        {0.353, 0.25},
                                        {0.354, 0.5},
                                        {0.707, 0.5},
                                        {0.708, 1.0},
                                        {1.414, 1.0},
                                        {1.415, 2.0},
                                        {2.0, 2.0},
                                        {30.0, 2.0}})
    EXPECT_EQ(spacing_of(std::vector<double>(12, apart)), expected) << apart;
}

// 10,000 cells of 0.1 degree, 100 square degrees in all, beside 99 or 130 cells of 1 degree: the spacing is
// that of the larger area, not of most cells.
TEST(LatLonSpacing, OfAVariableMeshIsThatOfHalfTheSea) {
  std::vector<double> apart(10000, 0.1);
  apart.resize(10099, 1.0);
  EXPECT_EQ(spacing_of(apart), 0.1);  // 100 of 199 square degrees
  apart.resize(10130, 1.0);
  EXPECT_EQ(spacing_of(apart), 1.0);
  std::ranges::reverse(apart);
  EXPECT_EQ(spacing_of(apart), 1.0);
}

// On a planet of a tenth of the size, smaller cells span the same angle.
TEST(LatLonSpacing, IsAnAngleOfTheMeshsOwnSphere) {
  MeshPart part = part_of(std::vector<double>(20, 0.5));
  EXPECT_EQ(find_lat_lon_spacing(test::world(), part), 0.5);
  for (double& area : part.mesh.area_cell) area *= 0.01;
  EXPECT_EQ(find_lat_lon_spacing(test::world(), part), 0.1);
  part.mesh.sphere_radius *= 0.1;
  EXPECT_EQ(find_lat_lon_spacing(test::world(), part), 0.5);
}

}  // namespace
}  // namespace groundswell
