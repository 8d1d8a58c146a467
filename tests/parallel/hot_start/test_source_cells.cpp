// SPDX-License-Identifier: Apache-2.0
// The source cells, on another mesh, from which each cell takes its sea: a linear field is reproduced
// exactly, and seas separated by land stay separate.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/block.hpp"
#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/vec3.hpp"
#include "model/source_cells.hpp"
#include "propagation/direction_frames.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

std::vector<PlaceOfCell> places_of(const Mesh& mesh) {
  const std::vector<double> angle = compute_frame_angle(mesh);
  std::vector<PlaceOfCell> places;
  for (std::size_t i = 0; i < std::size_t(mesh.n_cell); ++i)
    places.push_back({mesh.on_sphere ? mesh.lon_cell[i] : mesh.x_cell[i],
                      mesh.on_sphere ? mesh.lat_cell[i] : mesh.y_cell[i], mesh.area_cell[i], angle[i]});
  return places;
}

std::vector<PlaceOfCell> block_of(const std::vector<PlaceOfCell>& places) {
  const Block block = make_block(std::int64_t(places.size()), world().rank(), world().size());
  return {places.begin() + block.begin, places.begin() + block.end};
}

Mesh make_plane(int n, double spacing) {
  return make_planar_hex_mesh({.nx = n, .ny = n, .spacing = spacing});
}

TEST(SourceCells, GiveALinearFieldBackInThePlane) {
  const std::vector<PlaceOfCell> there = places_of(make_plane(12, 10e3));
  const Mesh mesh = make_plane(30, 3.7e3);
  const std::vector<PlaceOfCell> here = places_of(mesh);
  const auto field = [](const PlaceOfCell& at) { return 2.0 + 3e-5 * at.x - 1e-5 * at.y; };
  const auto sources = find_source_cells(world(), mesh, here, block_of(there), 1e3);
  int n_between = 0;
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (!sources[i].is_interpolated()) continue;
    ++n_between;
    double sum = 0.0, weight = 0.0;
    for (std::size_t k = 0; k < sources[i].cell.size(); ++k) {
      EXPECT_GT(sources[i].weight[k], 0.0);
      sum += sources[i].weight[k] * field(there[std::size_t(sources[i].cell[k])]);
      weight += sources[i].weight[k];
    }
    EXPECT_NEAR(sum, field(here[i]), 1e-9);
    EXPECT_NEAR(weight, 1.0, 1e-12);
  }
  EXPECT_GT(n_between, 700);
}

// `turn` converts a direction from the frame of a source cell to that of the target cell: as vectors in
// space, the two directions differ by no more than the angle between the cells.
TEST(SourceCells, TurnFramesAlsoAroundThePoles) {
  const Mesh mesh = make_icosahedral_mesh(4, 6.371e6);
  const std::vector<PlaceOfCell> here = places_of(mesh), there = places_of(make_icosahedral_mesh(3, 6.371e6));
  const auto sources = find_source_cells(world(), mesh, here, block_of(there), 100e3);
  const auto vector_of = [](const PlaceOfCell& at, double theta) {
    return east_at(at.x) * std::cos(theta + at.frame_angle) +
           north_at(at.x, at.y) * std::sin(theta + at.frame_angle);
  };
  for (std::size_t i = 0; i < here.size(); ++i)
    for (std::size_t k = 0; k < sources[i].cell.size(); ++k) {
      const PlaceOfCell& corner = there[std::size_t(sources[i].cell[k])];
      const Vec3 before = vector_of(corner, 0.7), after = vector_of(here[i], 0.7 + sources[i].turn[k]);
      const double apart = arc_length(point_at(corner.x, corner.y), point_at(here[i].x, here[i].y));
      EXPECT_GT(dot(before, after), std::cos(apart) - 1e-9);
    }
}

// A rough field: values from 1 to 2 without any order.
double rough(std::size_t cell) {
  return 1.0 + double(cell * 7919 % 1009) / 1009.0;
}

// The mean of the rough field over a cell, sampled at many points.
double find_mean_slowly(const Mesh& mesh, const std::vector<PlaceOfCell>& here, std::size_t cell,
                        const std::vector<PlaceOfCell>& there) {
  const auto position = [&](const PlaceOfCell& at) { return place_in_space(mesh, at.x, at.y); };
  const Vec3 centre = position(here[cell]);
  const double size = std::sqrt(here[cell].area);
  const auto near = [&](const std::vector<PlaceOfCell>& places) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < places.size(); ++k)
      if (norm(position(places[k]) - centre) < 2.5 * size) found.push_back(k);
    return found;
  };
  const auto nearest = [&](const std::vector<PlaceOfCell>& places, const std::vector<std::size_t>& among,
                           const Vec3& point) {
    return *std::ranges::min_element(among, {},
                                     [&](std::size_t k) { return norm(position(places[k]) - point); });
  };
  const std::vector<std::size_t> near_here = near(here), near_there = near(there);
  double sum = 0.0;
  int n = 0;
  for (int a = -20; a <= 20; ++a)
    for (int b = -20; b <= 20; ++b) {
      const Vec3 east = mesh.on_sphere ? east_at(here[cell].x) : Vec3{1.0, 0.0, 0.0},
                 north = mesh.on_sphere ? north_at(here[cell].x, here[cell].y) : Vec3{0.0, 1.0, 0.0};
      Vec3 point = centre + east * (size * a / 24.0) + north * (size * b / 24.0);
      if (mesh.on_sphere) point = normalized(point) * mesh.sphere_radius;
      if (nearest(here, near_here, point) != cell) continue;
      sum += rough(nearest(there, near_there, point));
      ++n;
    }
  return sum / n;
}

double mean_of(const SourceCells& sources) {
  double mean = 0.0;
  for (std::size_t k = 0; k < sources.cell.size(); ++k)
    mean += sources.weight[k] * rough(std::size_t(sources.cell[k]));
  return mean;
}

TEST(SourceCells, OfALargerCellHaveTheMeanOfThoseWithinItAndKeepTheSum) {
  const std::vector<PlaceOfCell> there = places_of(make_icosahedral_mesh(5, 6.371e6));
  double before = 0.0;
  for (std::size_t k = 0; k < there.size(); ++k) before += there[k].area * rough(k);
  for (const int bisections : {2, 3, 4}) {
    const Mesh mesh = make_icosahedral_mesh(bisections, 6.371e6);
    const std::vector<PlaceOfCell> here = places_of(mesh);
    const auto sources = find_source_cells(world(), mesh, here, block_of(there), 100e3);
    double after = 0.0;
    for (std::size_t i = 0; i < here.size(); ++i) {
      EXPECT_TRUE(sources[i].is_mean) << i;
      after += here[i].area * mean_of(sources[i]);
      if (i % std::size_t(mesh.n_cell / 5) == 0) {
        EXPECT_NEAR(mean_of(sources[i]), find_mean_slowly(mesh, here, i, there), 0.015) << bisections;
      }
    }
    EXPECT_NEAR(after / before, 1.0, 2e-4) << bisections;
  }
}

// Unrelated meshes; cells that are less than half covered have no mean.
TEST(SourceCells, OfALargerCellInThePlaneHaveTheMeanToo) {
  const std::vector<PlaceOfCell> there = places_of(make_plane(40, 3.1e3));
  const Mesh mesh = make_plane(20, 10e3);
  const std::vector<PlaceOfCell> here = places_of(mesh);
  const auto sources = find_source_cells(world(), mesh, here, block_of(there), 1e3);
  std::size_t n_mean = 0;
  for (std::size_t i = 0; i < here.size(); ++i) {
    const bool is_inside = here[i].x > 10e3 && here[i].x < 110e3 && here[i].y > 10e3 && here[i].y < 95e3;
    const bool is_outside = here[i].x > 135e3 || here[i].y > 120e3;
    n_mean += sources[i].is_mean;
    if (is_outside) {
      EXPECT_TRUE(sources[i].is_calm()) << here[i].x << " " << here[i].y;
    }
    if (!is_inside) continue;
    EXPECT_TRUE(sources[i].is_mean);
    EXPECT_NEAR(mean_of(sources[i]), find_mean_slowly(mesh, here, i, there), 0.025) << i;
  }
  EXPECT_GT(n_mean, 100u);
}

// Two seas separated by land that is three or four cells wide.
TEST(SourceCells, LieOnOneSideOfLand) {
  const Mesh plane = make_plane(21, 10e3);
  std::vector<PlaceOfCell> there;
  for (const PlaceOfCell& at : places_of(plane))
    if (std::abs(at.x - 100e3) > 16e3) there.push_back(at);
  const Mesh mesh = make_plane(50, 4.1e3);
  const std::vector<PlaceOfCell> here = places_of(mesh);
  const auto sources = find_source_cells(world(), mesh, here, block_of(there), 8e3);
  bool any_calm = false;
  for (std::size_t i = 0; i < here.size(); ++i) {
    any_calm |= sources[i].is_calm();
    for (std::size_t k = 0; k < sources[i].cell.size(); ++k) {
      const PlaceOfCell& corner = there[std::size_t(sources[i].cell[k])];
      EXPECT_EQ(corner.x > 100e3, here[i].x > 100e3) << here[i].x << " " << here[i].y;
      EXPECT_LT(std::hypot(corner.x - here[i].x, corner.y - here[i].y), 12e3);
    }
  }
  EXPECT_TRUE(any_calm);
}

TEST(SourceCells, AreCellsThemselvesOnTheSamePlaces) {
  const Mesh mesh = make_icosahedral_mesh(3, 6.371e6);
  const std::vector<PlaceOfCell> here = places_of(mesh);
  const auto sources = find_source_cells(world(), mesh, here, block_of(here), 100e3);
  for (std::size_t i = 0; i < here.size(); ++i) {
    EXPECT_EQ(sources[i].cell, std::vector<std::int64_t>{std::int64_t(i)});
    EXPECT_EQ(sources[i].weight[0], 1.0);
    EXPECT_EQ(sources[i].turn[0], 0.0);
  }
}

}  // namespace
}  // namespace groundswell
