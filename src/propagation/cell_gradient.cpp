// SPDX-License-Identifier: Apache-2.0
#include "propagation/cell_gradient.hpp"

#include <cmath>

#include "propagation/edge_geometry.hpp"

namespace groundswell {
namespace {

// Displacement [m] from one cell to another in the axes of the first; on the sphere, along the great circle.
Vec3 displacement(const Mesh& mesh, int cell, int other, const FrameAxes& axes) {
  const Vec3 a = cell_position(mesh, cell), b = cell_position(mesh, other);
  Vec3 d = b - a;
  if (!mesh.on_sphere) {
    if (mesh.period_x > 0.0) d.x -= mesh.period_x * std::round(d.x / mesh.period_x);
    if (mesh.period_y > 0.0) d.y -= mesh.period_y * std::round(d.y / mesh.period_y);
    return d;
  }
  const double x = dot(d, axes.first), y = dot(d, axes.second);
  const double scale = mesh.sphere_radius * arc_length(a, b) / std::hypot(x, y);
  return {x * scale, y * scale, 0.0};
}

}  // namespace

FrameAxes compute_cell_axes(const Mesh& mesh, int cell, Chart chart) {
  if (!mesh.on_sphere) return {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
  return compute_frame_axes(cell_position(mesh, cell), chart);
}

NeighbourWeights compute_neighbour_weights(const Mesh& mesh, int cell, const FrameAxes& axes) {
  const int m = mesh.n_edges_on_cell[cell];
  const std::vector<double> zeros(std::size_t(m), 0.0);
  NeighbourWeights weights{zeros, zeros, zeros, zeros};
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (int k = 0; k < m; ++k) {
    const int other = mesh.cell_on_cell(cell, k);
    if (other < 0) continue;
    const Vec3 d = displacement(mesh, cell, other, axes);
    const double r2 = d.x * d.x + d.y * d.y;
    weights.fit_x[k] = d.x / r2;
    weights.fit_y[k] = d.y / r2;
    const double flux =
        0.5 * mesh.dv_edge[mesh.edge_on_cell(cell, k)] / (std::sqrt(r2) * mesh.area_cell[cell]);
    weights.flux_x[k] = flux * d.x;
    weights.flux_y[k] = flux * d.y;
    xx += d.x * d.x / r2;
    xy += d.x * d.y / r2;
    yy += d.y * d.y / r2;
  }
  const double trace = xx + yy, determinant = xx * yy - xy * xy;
  if (trace == 0.0) return weights;
  // Neighbours on one line (a channel one cell wide) determine the slope along that line only.
  const bool in_line = determinant < 1e-3 * trace * trace;
  for (int k = 0; k < m; ++k) {
    const double x = weights.fit_x[k], y = weights.fit_y[k];
    weights.fit_x[k] = in_line ? x / trace : (yy * x - xy * y) / determinant;
    weights.fit_y[k] = in_line ? y / trace : (xx * y - xy * x) / determinant;
  }
  return weights;
}

CurrentVectors make_current_vectors(const Mesh& mesh, const std::vector<double>& east,
                                    const std::vector<double>& north) {
  CurrentVectors current(std::size_t(mesh.n_cell));
  if (east.empty()) return current;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double lon = mesh.lon_cell[cell], lat = mesh.lat_cell[cell];
    current[cell] = mesh.on_sphere ? east_at(lon) * east[cell] + north_at(lon, lat) * north[cell]
                                   : Vec3{east[cell], north[cell], 0.0};
  }
  return current;
}

}  // namespace groundswell
