// SPDX-License-Identifier: Apache-2.0
// Grids for tests of the coupling: longitudes and latitudes, scattered points, and divisions into parts.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "coupling/coupling_grid.hpp"
#include "coupling/whole_grid.hpp"
#include "mesh/analytic_meshes.hpp"

namespace groundswell::test {

inline CouplingGrid make_grid(GridAxes axes, bool on_sphere = true) {
  CouplingGrid grid{"atmosphere", on_sphere, axes.size(), {}, {}, {}};
  for (const double lat : axes.lat)
    for (const double lon : axes.lon) {
      grid.cells.push_back(std::int64_t(grid.cells.size()));
      grid.lon.push_back(lon);
      grid.lat.push_back(lat);
    }
  grid.axes = std::move(axes);
  return grid;
}

// The globe in equal steps. Rows begin half a step from the poles, or at the poles.
inline CouplingGrid make_global_grid(std::size_t n_lon, std::size_t n_lat, double first_lon = 0.0,
                                     bool rows_at_poles = false) {
  GridAxes axes;
  for (std::size_t i = 0; i < n_lon; ++i)
    axes.lon.push_back(first_lon + 2.0 * pi * double(i) / double(n_lon));
  for (std::size_t j = 0; j < n_lat; ++j)
    axes.lat.push_back(rows_at_poles ? -0.5 * pi + pi * double(j) / double(n_lat - 1)
                                     : -0.5 * pi + pi * (double(j) + 0.5) / double(n_lat));
  return make_grid(std::move(axes));
}

// The cells of an icosahedral mesh without the lengths and areas of a Mesh: 10 (n_parts 2^n_bisections)^2
// + 2.
inline CouplingGrid make_globe(int n_parts, int n_bisections) {
  const Triangulation points = make_icosahedral_points(n_parts, n_bisections);
  CouplingGrid grid{"ocean", true, std::int64_t(points.points.size()), {}, {}, {}};
  for (const Vec3& place : points.points) {
    grid.cells.push_back(std::int64_t(grid.cells.size()));
    grid.lon.push_back(longitude(place));
    grid.lat.push_back(latitude(place));
  }
  for (const Triangle& corners : points.triangles)
    grid.triangles.push_back({corners[0], corners[1], corners[2]});
  return grid;
}

// Points for a target, without axes or triangles.
inline CouplingGrid make_points(const std::vector<double>& lon, const std::vector<double>& lat,
                                bool on_sphere = true) {
  CouplingGrid grid{"waves", on_sphere, std::int64_t(lon.size()), {}, lon, lat};
  for (std::size_t i = 0; i < lon.size(); ++i) grid.cells.push_back(std::int64_t(i));
  return grid;
}

inline CouplingGrid make_random_points(std::size_t n, unsigned seed = 3) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> share(-1.0, 1.0);
  std::vector<double> lon, lat;
  for (std::size_t i = 0; i < n; ++i) {
    lon.push_back(pi * share(random));
    lat.push_back(std::asin(share(random)));
  }
  return make_points(lon, lat);
}

// Deals the points to parts at random, in random order; each triangle goes to one or two parts, with its
// corners in any order.
inline std::vector<CouplingGrid> cut(const CouplingGrid& grid, std::size_t n_part, unsigned seed = 5) {
  std::mt19937 random(seed);
  std::vector<std::size_t> order(grid.n_point());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::shuffle(order, random);
  std::vector<CouplingGrid> parts(n_part, CouplingGrid{grid.name, grid.on_sphere, grid.n_global, {}, {}, {}});
  for (std::size_t p = 0; p < n_part; ++p) {
    parts[p].axes = grid.axes;
    parts[p].n_corner = grid.n_corner;
  }
  for (const std::size_t i : order) {
    CouplingGrid& part = parts[random() % n_part];
    part.cells.push_back(grid.cells[i]);
    part.lon.push_back(grid.lon[i]);
    part.lat.push_back(grid.lat[i]);
    if (!grid.mask.empty()) part.mask.push_back(grid.mask[i]);
    for (int k = 0; k < grid.n_corner; ++k)
      part.corners.push_back(grid.corners[i * std::size_t(grid.n_corner) + std::size_t(k)]);
  }
  for (GridTriangle corners : grid.triangles)
    for (std::size_t copy = 0; copy <= random() % 2; ++copy) {
      std::ranges::shuffle(corners, random);
      parts[random() % n_part].triangles.push_back(corners);
    }
  return parts;
}

inline WholeGrid whole(const CouplingGrid& grid) {
  return join_grid({&grid, 1});
}

}  // namespace groundswell::test
