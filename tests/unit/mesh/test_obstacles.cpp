// SPDX-License-Identifier: Apache-2.0
// The shares of waves that islands let pass, against circles, for which they are known, and against rays
// through whole rows and fields of islands.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh/obstacles.hpp"

namespace groundswell {
namespace {

// Cells some 120 km wide around the equator at 0 E; a bathymetry of 1/40 degree, on which land is a function
// of the east and north distance [km] from there.
const Mesh& sea() {
  static const Mesh mesh = [] {
    const Mesh globe = make_icosahedral_mesh(6, earth_radius);
    std::vector<std::uint8_t> keep;
    for (int cell = 0; cell < globe.n_cell; ++cell)
      keep.push_back(std::abs(globe.lon_cell[cell]) < 11.5 * degree &&
                     std::abs(globe.lat_cell[cell]) < 11.5 * degree);
    return select_cells(globe, keep, EdgeKind::open_boundary);
  }();
  return mesh;
}
constexpr double km_per_degree = 1e-3 * earth_radius * degree;

RegularGrid bathymetry(const std::function<bool(double, double)>& is_land, double step = 0.025) {
  std::vector<double> axis;
  std::vector<float> heights;
  for (double at = -12.0; at <= 12.0; at += step) axis.push_back(at);
  for (const double lat : axis)
    for (const double lon : axis)
      heights.push_back(is_land(km_per_degree * lon * std::cos(lat * degree), km_per_degree * lat) ? 1
                                                                                                   : -100);
  return make_regular_grid(axis, axis, heights);
}

struct Disc {
  double x, y, radius;  // [km]
  bool contains(double east, double north) const { return std::hypot(east - x, north - y) < radius; }
};

Disc in_cell(int cell, double radius) {
  return {km_per_degree * sea().lon_cell[cell] / degree * std::cos(sea().lat_cell[cell]),
          km_per_degree * sea().lat_cell[cell] / degree, radius};
}

int cell_nearest(double east, double north) {
  int best = 0;
  for (int cell = 0; cell < sea().n_cell; ++cell)
    if (distance_to_cell(sea(), cell, east / km_per_degree, north / km_per_degree) <
        distance_to_cell(sea(), best, east / km_per_degree, north / km_per_degree))
      best = cell;
  return best;
}

double through(const Mesh& mesh, int cell, int dir) {
  return 0.01 * obstacle_row(mesh.obstacle_through, cell)[std::size_t(dir)];
}
double within(const Mesh& mesh, int cell, int dir) {
  return 0.01 * obstacle_row(mesh.obstacle_within, cell)[std::size_t(dir)];
}

// The width [km] of a cell across a direction.
double width_across(int cell, int dir) {
  const double theta = 10.0 * degree * dir;
  double least = 1e9, most = -1e9;
  for (int k = 0; k < sea().n_edges_on_cell[cell]; ++k) {
    const int v = sea().vertex_on_cell(cell, k);
    const double east = std::remainder(sea().lon_vertex[v] - sea().lon_cell[cell], 2.0 * pi) *
                        std::cos(sea().lat_cell[cell]),
                 north = sea().lat_vertex[v] - sea().lat_cell[cell];
    const double beside = 1e-3 * earth_radius * (std::cos(theta) * north - std::sin(theta) * east);
    least = std::min(least, beside), most = std::max(most, beside);
  }
  return most - least;
}

TEST(Obstacles, ADiscBlocksItsWidthAndShadesWhatLiesBehind) {
  Mesh mesh = sea();
  const int cell = cell_nearest(100.0, 150.0);
  const Disc disc = in_cell(cell, 24.0);
  const ObstacleCounts found =
      find_obstacles(mesh, bathymetry([&](double x, double y) { return disc.contains(x, y); }), {});
  EXPECT_EQ(found.n_obstructed, 1);
  ASSERT_EQ(found.worst, std::vector<int>{cell});
  const double area = 1e-6 * mesh.area_cell[cell];
  for (int dir = 0; dir < n_obstacle_dir; ++dir) {
    const double width = width_across(cell, dir), free = 1.0 - 2.0 * disc.radius / width;
    // The boxes of the bathymetry make a disc up to one of them wider.
    EXPECT_NEAR(through(mesh, cell, dir), free, 0.03) << dir;
    EXPECT_NEAR(through(mesh, cell, dir), through(mesh, cell, (dir + 18) % 36), 0.011) << dir;
    // Chords that hit the disc end, on average, half the mean chord of the disc before the middle.
    const double mean_chord = area / width;
    const double hit = 0.5 * (1.0 - 0.5 * pi * disc.radius / mean_chord);
    EXPECT_NEAR(within(mesh, cell, dir), free + (1.0 - free) * hit, 0.04) << dir;
  }
  for (int other = 0; other < mesh.n_cell; ++other)
    if (other != cell) {
      ASSERT_EQ(obstacle_row(mesh.obstacle_within, other)[0], 100);
    }
}

// A disc on the edge between two cells: waves that cross both lose its width once.
TEST(Obstacles, AnIslandOnAnEdgeCountsOnce) {
  Mesh mesh = sea();
  const int cell = cell_nearest(100.0, 150.0);
  for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
    const int edge = mesh.edge_on_cell(cell, k), other = mesh.cell_on_cell(cell, k);
    const Disc disc{km_per_degree * mesh.lon_edge[edge] / degree * std::cos(mesh.lat_edge[edge]),
                    km_per_degree * mesh.lat_edge[edge] / degree, 15.0};
    find_obstacles(mesh, bathymetry([&](double x, double y) { return disc.contains(x, y); }), {});
    const double normal = mesh.angle_edge[edge] + (mesh.normal_sign(cell, edge) > 0 ? 0.0 : pi);
    const int dir = int(std::lround(normal / (10.0 * degree)) + 36) % 36, back = (dir + 18) % 36;
    for (const int way : {dir, back})
      EXPECT_NEAR(through(mesh, cell, way) * through(mesh, other, way),
                  1.0 - 2.0 * disc.radius / width_across(cell, way), 0.055)
          << k;
  }
}

// Rays through a field of random discs, and the same waves handed on from cell to cell.
double pass_rays(const std::vector<Disc>& discs, double theta, double from, double to, double half_width) {
  int n_free = 0;
  constexpr int n_ray = 2000;
  for (int i = 0; i < n_ray; ++i) {
    const double s = half_width * (2.0 * (i + 0.5) / n_ray - 1.0);
    const bool hit = std::ranges::any_of(discs, [&](const Disc& disc) {
      const double t = std::cos(theta) * disc.x + std::sin(theta) * disc.y;
      const double beside = std::cos(theta) * disc.y - std::sin(theta) * disc.x;
      return t > from && t < to && std::abs(beside - s) < disc.radius;
    });
    n_free += !hit;
  }
  return double(n_free) / n_ray;
}

// First-order waves of one direction, cell by cell in their order along it: what a cell has is the mean of
// what enters through its sides.
double pass_cells(const Mesh& mesh, double theta, double to, double half_width) {
  const int dir = int(std::lround(theta / (10.0 * degree)) + 36) % 36;
  const auto place = [&](int cell) {
    const double east = km_per_degree * mesh.lon_cell[cell] / degree * std::cos(mesh.lat_cell[cell]),
                 north = km_per_degree * mesh.lat_cell[cell] / degree;
    return std::pair(std::cos(theta) * east + std::sin(theta) * north,
                     std::cos(theta) * north - std::sin(theta) * east);
  };
  std::vector<int> order;
  for (int cell = 0; cell < mesh.n_cell; ++cell) order.push_back(cell);
  std::ranges::sort(order, {}, [&](int cell) { return place(cell).first; });
  std::vector<double> value(std::size_t(mesh.n_cell), 1.0), leaving(std::size_t(mesh.n_cell), 1.0);
  double sum = 0.0;
  int n = 0;
  for (const int cell : order) {
    double flux = 0.0, weight = 0.0;
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
      const int edge = mesh.edge_on_cell(cell, k);
      const double in =
          -mesh.normal_sign(cell, edge) * std::cos(theta - mesh.angle_edge[edge]) * mesh.dv_edge[edge];
      if (in <= 0.0) continue;
      const int from = mesh.cell_on_cell(cell, k);
      flux += in * (from < 0 ? 1.0 : leaving[from]);
      weight += in;
    }
    const double inside = within(mesh, cell, dir);
    value[cell] = inside * flux / weight;
    leaving[cell] = inside > 0.0 ? value[cell] * through(mesh, cell, dir) / inside : 0.0;
    const auto [along, beside] = place(cell);
    if (along > to && along < to + 250.0 && std::abs(beside) < half_width) sum += leaving[cell], ++n;
  }
  return sum / n;
}

TEST(Obstacles, FieldsOfIslandsPassWhatRaysPass) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> place(-800.0, 800.0);
  for (const int n_disc : {60, 200}) {
    std::vector<Disc> discs;
    for (int i = 0; i < n_disc; ++i) {
      const double x = place(random), y = place(random);
      if (std::abs(x) < 300.0) discs.push_back({x, y, 16.0});
    }
    Mesh mesh = sea();
    find_obstacles(mesh, bathymetry([&](double x, double y) {
                     return std::ranges::any_of(discs, [&](const Disc& d) { return d.contains(x, y); });
                   }),
                   {});
    for (const double theta : {0.0, pi}) {
      const double rays = pass_rays(discs, theta, -400.0, 400.0, 500.0);
      const double cells = pass_cells(mesh, theta, 400.0, 500.0);
      std::printf("%d discs, direction %.0f: rays %.3f, cells %.3f\n", n_disc, theta / degree, rays, cells);
      EXPECT_NEAR(cells, rays, 0.03);
    }
  }
}

// Discs whose radius is an eighth of their spacing, in a row across all cells: 3/4 pass, wherever the row
// lies in the cells, as on a plane (rays of 20 degrees pass 1 - 1/(4 cos 20 degrees)).
TEST(Obstacles, ARowOfIslandsPassesItsGaps) {
  for (const double offset : {0.0, 45.0}) {  // [km]
    Mesh mesh = sea();
    find_obstacles(mesh, bathymetry([&](double x, double y) {
                     return std::hypot(x - offset, std::remainder(y, 120.0)) < 15.0;
                   }),
                   {});
    for (const int turn : {-20, -10, 0, 10, 20}) {
      const double theta = turn * degree, rays = 1.0 - 0.25 / std::cos(theta);
      const double cells = pass_cells(mesh, theta, 300.0, 500.0);
      EXPECT_NEAR(cells, rays, 0.02) << "row at " << offset << " km, direction " << turn;
    }
  }
}

TEST(Obstacles, LandWithCellsOfItsOwnCountsOnlyAwayFromThese) {
  // A cape of land, 30 km wide, that begins in a removed cell and runs through its neighbours.
  Mesh mesh = sea();
  const int land = cell_nearest(0.0, 0.0);
  const Disc core = in_cell(land, 45.0);
  const RegularGrid heights = bathymetry(
      [&](double x, double y) { return core.contains(x, y) || (std::abs(y - core.y) < 15.0 && x > core.x); });
  std::vector<std::uint8_t> keep(std::size_t(mesh.n_cell), 1);
  keep[std::size_t(land)] = 0;
  mesh = select_cells(mesh, keep, EdgeKind::land);
  const Vec3 centre = point_at(sea().lon_cell[land], sea().lat_cell[land]);
  find_obstacles(mesh, heights, {centre});
  int n_beside = 0, n_beyond = 0;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    bool at_land = false;
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k)
      at_land |= mesh.edge_kind[mesh.edge_on_cell(cell, k)] == EdgeKind::land;
    const bool is_obstructed = obstacle_row(mesh.obstacle_within, cell)[9] < 100;  // northwards
    if (at_land) {
      EXPECT_FALSE(is_obstructed) << "its land edges absorb already";
      ++n_beside;
    } else if (is_obstructed) {
      ++n_beyond;
    }
  }
  EXPECT_EQ(n_beside, 6);
  EXPECT_GE(n_beyond, 4) << "the cape goes on for 1,300 km";
  find_obstacles(mesh, heights, {});
  int n_all = 0;
  for (int cell = 0; cell < mesh.n_cell; ++cell) n_all += obstacle_row(mesh.obstacle_within, cell)[9] < 100;
  EXPECT_GT(n_all, n_beyond) << "without cells of its own all of it counts";
}

TEST(Obstacles, NoneInOpenSeaNorWhereTheBathymetryIsAsCoarse) {
  Mesh mesh = sea();
  find_obstacles(mesh, bathymetry([](double, double) { return false; }), {});
  const std::vector<std::uint8_t> free(std::size_t(mesh.n_cell) * n_obstacle_dir, 100);
  EXPECT_EQ(mesh.obstacle_through, free);
  EXPECT_EQ(mesh.obstacle_within, free);
  const ObstacleCounts coarse =
      find_obstacles(mesh, bathymetry([](double x, double y) { return std::hypot(x, y) < 100; }, 0.8), {});
  EXPECT_TRUE(mesh.obstacle_within.empty());
  EXPECT_EQ(coarse.n_left_out, mesh.n_cell);
}

}  // namespace
}  // namespace groundswell
