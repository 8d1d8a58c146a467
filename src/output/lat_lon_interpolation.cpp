// SPDX-License-Identifier: Apache-2.0
// Weights: first the grid points in each cell are found, then for each point the dual triangle around it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "mesh/vec3.hpp"
#include "output/output_grid.hpp"

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

// Whether a point of the unit sphere lies in a cell or on its edges.
bool contains(const Mesh& mesh, int cell, const Vec3& point) {
  const int n = mesh.n_edges_on_cell[std::size_t(cell)];
  for (int k = 0; k < n; ++k) {
    const Vec3 a = vertex_position(mesh, mesh.vertex_on_cell(cell, k));
    const Vec3 b = vertex_position(mesh, mesh.vertex_on_cell(cell, (k + 1) % n));
    if (dot(cross(a, b), point) < -1e-14) return false;
  }
  return true;
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

// The sea cell in which each point of the rows lies (on an edge the one with the lowest index); -1 on land.
std::vector<int> find_cells(const Mesh& mesh, const OutputGrid& grid, const Block& rows) {
  const auto n_column = std::int64_t(grid.longitudes.size());
  std::vector<int> cell_of(std::size_t(rows.size() * n_column), -1);
  const auto row_of = [&](double latitude) {
    return std::lower_bound(grid.latitudes.begin(), grid.latitudes.end(), latitude) - grid.latitudes.begin();
  };
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const Vec3 centre = cell_position(mesh, cell);
    double radius = 0.0;
    for (int k = 0; k < mesh.n_edges_on_cell[std::size_t(cell)]; ++k)
      radius = std::max(radius, arc_length(centre, vertex_position(mesh, mesh.vertex_on_cell(cell, k))));
    radius = radius / degree * (1.0 + 1e-9) + 1e-9;
    const double lat = latitude(centre) / degree, lon = longitude(centre) / degree;
    const bool at_pole = std::abs(lat) + radius >= 90.0;
    const double half_width =
        at_pole
            ? 180.0
            : std::asin(std::sin(radius * degree) / std::cos(lat * degree)) / degree * (1.0 + 1e-9) + 1e-9;
    const auto first = std::max<std::int64_t>(rows.begin, row_of(lat - radius));
    for (std::int64_t row = first; row < rows.end && grid.latitudes[std::size_t(row)] <= lat + radius; ++row)
      for_columns(grid.longitudes, lon, half_width, [&](std::int64_t column) {
        int& found = cell_of[std::size_t((row - rows.begin) * n_column + column)];
        if (found < 0 && contains(mesh, cell,
                                  point_at(grid.longitudes[std::size_t(column)] * degree,
                                           grid.latitudes[std::size_t(row)] * degree)))
          found = cell;
      });
  }
  return cell_of;
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

LatLonInterpolation::LatLonInterpolation(const Mesh& mesh, const OutputGrid& grid, const Block& rows) {
  const std::vector<int> cell_of = find_cells(mesh, grid, rows);
  const auto n_column = std::int64_t(grid.longitudes.size());
  stencils_.resize(cell_of.size());
  for (std::size_t p = 0; p < cell_of.size(); ++p) {
    if (cell_of[p] < 0) continue;
    const double lon = grid.longitudes[p % std::size_t(n_column)] * degree;
    const double lat = grid.latitudes[std::size_t(rows.begin) + p / std::size_t(n_column)] * degree;
    const Weights found = find_weights(mesh, cell_of[p], point_at(lon, lat));
    const Vec3 east = east_at(lon), north = north_at(lon, lat);
    for (std::size_t i = 0; i < 3; ++i) {
      if (found.cells[i] < 0 || found.weights[i] == 0.0) continue;
      const auto cell = std::size_t(found.cells[i]);
      const Vec3 cell_east = east_at(mesh.lon_cell[cell]),
                 cell_north = north_at(mesh.lon_cell[cell], mesh.lat_cell[cell]);
      // The angle that turns one frame best onto the other, with both as vectors in space.
      const double turn = std::atan2(dot(cell_east, north) - dot(cell_north, east),
                                     dot(cell_east, east) + dot(cell_north, north));
      stencils_[p][i] = {int(cell), float(found.weights[i]), float(std::cos(turn)), float(std::sin(turn))};
      cells_.push_back(std::int64_t(cell));
    }
    std::stable_sort(stencils_[p].begin(), stencils_[p].end(),
                     [](const Corner& a, const Corner& b) { return a.weight > b.weight; });
  }
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  for (Stencil& stencil : stencils_)
    for (Corner& corner : stencil)
      if (corner.place >= 0)
        corner.place = int(std::lower_bound(cells_.begin(), cells_.end(), corner.place) - cells_.begin());
}

std::size_t LatLonInterpolation::n_sea_point() const {
  return std::size_t(std::count_if(stencils_.begin(), stencils_.end(),
                                   [](const Stencil& stencil) { return stencil[0].place >= 0; }));
}

float LatLonInterpolation::interpolate_scalar(const Stencil& stencil, View<const float> values) {
  float sum = 0.0f, weight = 0.0f;
  for (const Corner& corner : stencil) {
    if (corner.place < 0 || std::isnan(values[std::size_t(corner.place)])) continue;
    sum += corner.weight * values[std::size_t(corner.place)];
    weight += corner.weight;
  }
  return sum / weight;
}

// Weighted sums of the components towards the point's east and north, and the sum of the weights.
std::array<float, 3> LatLonInterpolation::interpolate_vector(const Stencil& stencil, View<const float> u,
                                                             View<const float> v) {
  float east = 0.0f, north = 0.0f, weight = 0.0f;
  for (const Corner& corner : stencil) {
    if (corner.place < 0) continue;
    const float cell_east = u[std::size_t(corner.place)], cell_north = v[std::size_t(corner.place)];
    if (std::isnan(cell_east) || std::isnan(cell_north)) continue;
    east += corner.weight * (cell_east * corner.cos_turn - cell_north * corner.sin_turn);
    north += corner.weight * (cell_east * corner.sin_turn + cell_north * corner.cos_turn);
    weight += corner.weight;
  }
  return {east, north, weight};
}

void LatLonInterpolation::interpolate(Interpolation kind, View<const float> values, View<const float> second,
                                      View<float> points) const {
  constexpr float missing = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> unit_east, unit_north;
  if (kind == Interpolation::direction) {
    for (const float value : values) {
      unit_east.push_back(std::cos(value));
      unit_north.push_back(std::sin(value));
    }
    values = {unit_east.data(), unit_east.size()};
    second = {unit_north.data(), unit_north.size()};
  }
  for (std::size_t p = 0; p < stencils_.size(); ++p) {
    const Stencil& stencil = stencils_[p];
    if (stencil[0].place < 0 || std::isnan(values[std::size_t(stencil[0].place)])) {
      points[p] = missing;
    } else if (kind == Interpolation::scalar) {
      points[p] = interpolate_scalar(stencil, values);
    } else {
      const auto [east, north, weight] = interpolate_vector(stencil, values, second);
      points[p] = kind == Interpolation::direction        ? std::atan2(north, east)
                  : kind == Interpolation::east_component ? east / weight
                                                          : north / weight;
    }
  }
}

}  // namespace groundswell
