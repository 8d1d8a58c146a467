// SPDX-License-Identifier: Apache-2.0
// The owner of the cell in which a point lies makes its stencil; the dual triangles around an owned cell need
// one ring of halo.
#include "output/lat_lon_stencil.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

Vec3 cell_position(const Mesh& mesh, int cell) {
  const auto i = std::size_t(cell);
  return normalized({mesh.x_cell[i], mesh.y_cell[i], mesh.z_cell[i]});
}

Vec3 vertex_position(const Mesh& mesh, int vertex) {
  const auto i = std::size_t(vertex);
  return normalized({mesh.x_vertex[i], mesh.y_vertex[i], mesh.z_vertex[i]});
}

// A cell on the unit sphere: the greatest distance of a vertex from its centre [rad], and for each edge the
// vector that points into the cell from the plane through the edge and the centre of the sphere.
struct CellShape {
  double radius = 0.0;
  std::vector<Vec3> inward;

  // Whether a point of the unit sphere lies in the cell or on its edges.
  bool contains(const Vec3& point) const {
    return std::ranges::none_of(inward, [&](const Vec3& plane) { return dot(plane, point) < -1e-14; });
  }
};

void update_shape(const Mesh& mesh, int cell, const Vec3& centre, CellShape& shape) {
  const int n = mesh.n_edges_on_cell[std::size_t(cell)];
  shape.radius = 0.0;
  shape.inward.clear();
  Vec3 a = vertex_position(mesh, mesh.vertex_on_cell(cell, n - 1));
  for (int k = 0; k < n; ++k) {
    const Vec3 b = vertex_position(mesh, mesh.vertex_on_cell(cell, k));
    shape.radius = std::max(shape.radius, arc_length(centre, b));
    shape.inward.push_back(cross(a, b));
    a = b;
  }
}

// Calls f(column) for columns whose longitude lies within `half_width` [degree] of `centre`.
template <class F>
void for_columns(const std::vector<double>& longitudes, double centre, double half_width, F&& f) {
  const auto n = std::int64_t(longitudes.size());
  const double spacing = n > 1 ? longitudes[1] - longitudes[0] : 1.0;
  if (half_width >= 180.0) {
    for (std::int64_t i = 0; i < n; ++i) f(i);
    return;
  }
  // The longitudes of grid and cell may differ by up to two turns of the globe.
  for (double turn = -720.0; turn <= 720.0; turn += 360.0) {
    const double low = (centre + turn - half_width - longitudes.front()) / spacing;
    const double high = (centre + turn + half_width - longitudes.front()) / spacing;
    const auto first = std::max<std::int64_t>(0, std::int64_t(std::ceil(low)));
    const auto last = std::min<std::int64_t>(n - 1, std::int64_t(std::floor(high)));
    for (std::int64_t i = first; i <= last; ++i) f(i);
  }
}

Vec3 position_of(const OutputGrid& grid, std::int64_t point) {
  return point_at(grid.longitude_of(point) * degree, grid.latitude_of(point) * degree);
}

// Calls f(point) for the points in a cell or on its edges.
template <class F>
void for_points_in_cell(const Vec3& centre, const CellShape& shape, const OutputGrid& grid, F&& f) {
  const double radius = shape.radius / degree * (1.0 + 1e-9) + 1e-9;
  const double lat = latitude(centre) / degree, lon = longitude(centre) / degree;
  const bool at_pole = std::abs(lat) + radius >= 90.0;
  const double half_width =
      at_pole ? 180.0
              : std::asin(std::sin(radius * degree) / std::cos(lat * degree)) / degree * (1.0 + 1e-9) + 1e-9;
  const std::vector<double>& rows = grid.latitudes;
  auto row = std::int64_t(std::lower_bound(rows.begin(), rows.end(), lat - radius) - rows.begin());
  for (; row < std::int64_t(rows.size()) && rows[std::size_t(row)] <= lat + radius; ++row)
    for_columns(grid.longitudes, lon, half_width, [&](std::int64_t column) {
      const std::int64_t point = row * std::int64_t(grid.longitudes.size()) + column;
      if (shape.contains(position_of(grid, point))) f(point);
    });
}

struct Weights {
  std::array<int, 3> cells{-1, -1, -1};
  std::array<double, 3> weights{};
};

// Barycentric weights on the best dual triangle around the cell: the one whose smallest weight is largest.
// Negative weights are clipped; where no triangle is complete, the cell has all the weight.
Weights find_weights(const Mesh& mesh, int cell, const Vec3& point) {
  Weights best{{cell, -1, -1}, {1.0, 0.0, 0.0}};
  double best_smallest = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < mesh.n_edges_on_cell[std::size_t(cell)]; ++k) {
    const auto* corners = &mesh.cells_on_vertex[std::size_t(mesh.vertex_on_cell(cell, k)) * 3];
    if (corners[0] < 0 || corners[1] < 0 || corners[2] < 0) continue;
    const Vec3 a = cell_position(mesh, corners[0]), b = cell_position(mesh, corners[1]),
               c = cell_position(mesh, corners[2]);
    const std::array<double, 3> parts{dot(point, cross(b, c)), dot(point, cross(c, a)),
                                      dot(point, cross(a, b))};
    const double total = parts[0] + parts[1] + parts[2];
    const double smallest = std::min({parts[0], parts[1], parts[2]}) / total;
    if (!(total > 0.0) || smallest <= best_smallest) continue;
    best_smallest = smallest;
    best.cells = {corners[0], corners[1], corners[2]};
    for (std::size_t i = 0; i < 3; ++i) best.weights[i] = std::max(0.0, parts[i] / total);
  }
  const double sum = best.weights[0] + best.weights[1] + best.weights[2];
  for (double& weight : best.weights) weight /= sum;
  return best;
}

}  // namespace

std::vector<PointInCell> find_points(const MeshPart& part, const OutputGrid& grid) {
  std::vector<PointInCell> found;
  CellShape shape;
  for (int cell = 0; cell < part.n_owned; ++cell) {
    const Vec3 centre = cell_position(part.mesh, cell);
    update_shape(part.mesh, cell, centre, shape);
    for_points_in_cell(centre, shape, grid, [&](std::int64_t point) { found.push_back({int(point), cell}); });
  }
  std::ranges::sort(found, {}, &PointInCell::point);
  return found;
}

PointStencil make_stencil(const MeshPart& part, const OutputGrid& grid, const PointInCell& found) {
  const Mesh& mesh = part.mesh;
  const double lon = grid.longitude_of(found.point) * degree, lat = grid.latitude_of(found.point) * degree;
  const Weights best = find_weights(mesh, found.cell, point_at(lon, lat));
  const Vec3 east = east_at(lon), north = north_at(lon, lat);
  PointStencil stencil;
  stencil.point = found.point;
  stencil.cell = part.global_cell[std::size_t(found.cell)];
  std::array<std::size_t, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return float(best.weights[a]) > float(best.weights[b]);
  });
  for (std::size_t i = 0; i < 3; ++i) {
    if (best.cells[order[i]] < 0 || best.weights[order[i]] == 0.0) continue;
    const auto cell = std::size_t(best.cells[order[i]]);
    const Vec3 cell_east = east_at(mesh.lon_cell[cell]),
               cell_north = north_at(mesh.lon_cell[cell], mesh.lat_cell[cell]);
    // The angle that turns one frame best onto the other, with both as vectors in space.
    const double turn = std::atan2(dot(cell_east, north) - dot(cell_north, east),
                                   dot(cell_east, east) + dot(cell_north, north));
    stencil.corner_cells[i] = part.global_cell[cell];
    stencil.corners[i] = {float(best.weights[order[i]]), float(std::cos(turn)), float(std::sin(turn))};
  }
  return stencil;
}

}  // namespace groundswell
