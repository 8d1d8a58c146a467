// SPDX-License-Identifier: Apache-2.0
// The owner of the cell that contains a point makes its stencil; the dual triangles around an owned cell need
// one halo ring.
#include "output/point_stencil.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"

namespace groundswell {
namespace {

double nearest_image(double offset, double period) {
  return period > 0.0 ? std::remainder(offset, period) : offset;
}

struct Weights {
  std::array<int, 3> cells{-1, -1, -1};
  std::array<double, 3> weights{};
};

// Barycentric weights on the best dual triangle around the cell: the one whose smallest weight is largest.
// Negative weights are clipped; if no triangle is complete, the cell has all the weight.
Weights find_weights(const Mesh& mesh, int cell, const CellSurroundings& around, const Vec3& point) {
  Weights best{{cell, -1, -1}, {1.0, 0.0, 0.0}};
  double best_smallest = -std::numeric_limits<double>::infinity();
  for (int k = 0; k < mesh.n_edges_on_cell[std::size_t(cell)]; ++k) {
    const auto* corners = &mesh.cells_on_vertex[std::size_t(mesh.vertex_on_cell(cell, k)) * 3];
    if (corners[0] < 0 || corners[1] < 0 || corners[2] < 0) continue;
    const Vec3 a = around.cell(corners[0]), b = around.cell(corners[1]), c = around.cell(corners[2]);
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

// The angle [rad] to add to a direction counted from the east of a cell to get that counted from the east of
// a point: the axes of both, as vectors in space, are matched as well as possible.
double find_turn(const Mesh& mesh, std::size_t cell, double lon, double lat) {
  if (!mesh.on_sphere) return 0.0;
  const Vec3 east = east_at(lon * degree), north = north_at(lon * degree, lat * degree);
  const Vec3 cell_east = east_at(mesh.lon_cell[cell]),
             cell_north = north_at(mesh.lon_cell[cell], mesh.lat_cell[cell]);
  return std::atan2(dot(cell_east, north) - dot(cell_north, east),
                    dot(cell_east, east) + dot(cell_north, north));
}

}  // namespace

CellSurroundings::CellSurroundings(const Mesh& mesh, int cell) : mesh_(mesh) {
  const int n = mesh.n_edges_on_cell[std::size_t(cell)];
  if (!mesh.on_sphere) {
    x_ = mesh.x_cell[std::size_t(cell)], y_ = mesh.y_cell[std::size_t(cell)];
    unit_ = std::sqrt(mesh.area_cell[std::size_t(cell)]);
  }
  const Vec3 centre = this->cell(cell);
  Vec3 a = vertex(mesh.vertex_on_cell(cell, n - 1));
  for (int k = 0; k < n; ++k) {
    const Vec3 b = vertex(mesh.vertex_on_cell(cell, k));
    radius_ = std::max(radius_, arc_length(centre, b));
    inward_.push_back(cross(a, b));
    a = b;
  }
}

Vec3 CellSurroundings::in_plane(double x, double y) const {
  return {nearest_image(x - x_, mesh_.period_x) / unit_, nearest_image(y - y_, mesh_.period_y) / unit_, 1.0};
}

Vec3 CellSurroundings::position(double lon, double lat) const {
  return mesh_.on_sphere ? point_at(lon * degree, lat * degree) : in_plane(lon, lat);
}

Vec3 CellSurroundings::cell(int other) const {
  const auto i = std::size_t(other);
  if (!mesh_.on_sphere) return in_plane(mesh_.x_cell[i], mesh_.y_cell[i]);
  return normalized({mesh_.x_cell[i], mesh_.y_cell[i], mesh_.z_cell[i]});
}

Vec3 CellSurroundings::vertex(int vertex) const {
  const auto i = std::size_t(vertex);
  if (!mesh_.on_sphere) return in_plane(mesh_.x_vertex[i], mesh_.y_vertex[i]);
  return normalized({mesh_.x_vertex[i], mesh_.y_vertex[i], mesh_.z_vertex[i]});
}

bool CellSurroundings::contains(const Vec3& point) const {
  return std::ranges::none_of(inward_, [&](const Vec3& plane) { return dot(plane, point) < -1e-14; });
}

PointStencil make_stencil(const MeshPart& part, int cell, double lon, double lat) {
  const Mesh& mesh = part.mesh;
  const CellSurroundings around(mesh, cell);
  const Weights best = find_weights(mesh, cell, around, around.position(lon, lat));
  PointStencil stencil;
  stencil.cell = part.global_cell[std::size_t(cell)];
  std::array<std::size_t, 3> order{0, 1, 2};
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return float(best.weights[a]) > float(best.weights[b]);
  });
  for (std::size_t i = 0; i < 3; ++i) {
    if (best.cells[order[i]] < 0 || best.weights[order[i]] == 0.0) continue;
    const auto corner = std::size_t(best.cells[order[i]]);
    const double turn = find_turn(mesh, corner, lon, lat);
    stencil.corner_cells[i] = part.global_cell[corner];
    stencil.corners[i] = {float(best.weights[order[i]]), float(std::cos(turn)), float(std::sin(turn))};
  }
  return stencil;
}

PointStencil make_cell_stencil(std::int64_t cell) {
  PointStencil stencil;
  stencil.cell = stencil.corner_cells[0] = cell;
  stencil.corners[0].weight = 1.0f;
  return stencil;
}

}  // namespace groundswell
