// SPDX-License-Identifier: Apache-2.0
#include "propagation/water_tables.hpp"

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "propagation/cell_gradient.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {
namespace {

void check_water(const Mesh& mesh, const WaterValues& water) {
  const std::size_t n = std::size_t(mesh.n_cell);
  const auto check = [n](std::size_t size, const char* name) {
    require(size == 0 || size == n, "the water has ", size, " values of ", name, " for ", n,
            " cells; give one for each cell, halo cells included, or none");
  };
  check(water.depth.size(), "depth");
  check(water.depth_rate.size(), "depth_rate");
  check(water.current_east.size(), "current_east");
  check(water.current_north.size(), "current_north");
  check(water.blocked.size(), "blocked");
  require(water.current_east.size() == water.current_north.size(),
          "the water has only one component of the current; give both, or none");
  for (std::size_t cell = 0; cell < water.depth.size(); ++cell)
    require(water.depth[cell] > 0.0, "depth ", water.depth[cell], " m of cell ", cell,
            " is not positive; cells must stay wet");
}

double depth_of(const WaterValues& water, int cell) {
  return water.depth.empty() ? std::numeric_limits<double>::infinity() : water.depth[cell];
}

std::vector<double> compute_edge_depth(const Mesh& mesh, const WaterValues& water) {
  std::vector<double> depth(std::size_t(mesh.n_edge), std::numeric_limits<double>::infinity());
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const int a = mesh.cell_on_edge(edge, 0), b = mesh.cell_on_edge(edge, 1);
    if (a < 0 && b < 0) continue;
    depth[edge] = 0.5 * (depth_of(water, a < 0 ? b : a) + depth_of(water, b < 0 ? a : b));
  }
  return depth;
}

std::vector<double> get_cell_depth(const Mesh& mesh, const WaterValues& water) {
  if (!water.depth.empty()) return water.depth;
  return std::vector<double>(std::size_t(mesh.n_cell), std::numeric_limits<double>::infinity());
}

template <class T>
RowArray<T> copy_rows(const Rows<const float>& from, std::size_t n_row, std::size_t n_col) {
  RowArray<T> rows(n_row, n_col);
  for (std::size_t row = 0; row < n_row; ++row)
    for (std::size_t col = 0; col < n_col; ++col) rows(row, col) = T(from(row, col));
  return rows;
}

template <class T>
void set_edge_current(const Mesh& mesh, const CurrentVectors& current, WaterTables<T>& tables) {
  tables.current_normal.assign(std::size_t(mesh.n_edge), T(0));
  tables.current_tangent.assign(std::size_t(mesh.n_edge), T(0));
  if (!tables.has_current) return;
  const std::vector<Vec3> normal = compute_edge_normals(mesh);
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const int a = mesh.cell_on_edge(edge, 0), b = mesh.cell_on_edge(edge, 1);
    if (a < 0 && b < 0) continue;
    // Each cell's vector is tilted with respect to the tangent plane at the edge by half the angle between
    // the cells, which shortens the mean of both vectors.
    const double lean =
        mesh.on_sphere && a >= 0 && b >= 0 ? 0.5 * mesh.dc_edge[edge] / mesh.sphere_radius : 0.0;
    const Vec3 u = (current[a < 0 ? b : a] + current[b < 0 ? a : b]) * (0.5 / std::cos(lean));
    const Vec3 up = mesh.on_sphere ? edge_position(mesh, edge) : Vec3{0.0, 0.0, 1.0};
    tables.current_normal[edge] = T(dot(u, normal[edge]));
    tables.current_tangent[edge] = T(dot(u, cross(up, normal[edge])));
  }
}

// n = cg k / sigma.
template <class T>
RowArray<T> compute_ratio(const PropagationMesh& on, const DispersionTable& at_cell) {
  RowArray<T> ratio(std::size_t(on.mesh.n_cell), std::size_t(on.grid.n_freq()));
  for (int cell = 0; cell < on.mesh.n_cell; ++cell)
    for (int freq = 0; freq < on.grid.n_freq(); ++freq)
      ratio(cell, freq) = T(at_cell.group_speed()(cell, freq) * double(at_cell.wavenumber()(cell, freq)) /
                            on.grid.sigma()[freq]);
  return ratio;
}

// Gradients of the current in a cell's axes: u_x = d(first component of U) / d(first axis) and so on.
struct CurrentGradient {
  double u_x = 0.0, u_y = 0.0, v_x = 0.0, v_y = 0.0;
};

CurrentGradient compute_current_gradient(const Mesh& mesh, int cell, const FrameAxes& axes,
                                         const NeighbourWeights& weights, const CurrentVectors& current) {
  CurrentGradient g;
  for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
    const int other = mesh.cell_on_cell(cell, k);
    if (other < 0) continue;
    const Vec3 faster = current[other] - current[cell];
    const double u = dot(faster, axes.first), v = dot(faster, axes.second);
    g.u_x += weights.fit_x[k] * u;
    g.u_y += weights.fit_y[k] * u;
    g.v_x += weights.fit_x[k] * v;
    g.v_y += weights.fit_y[k] * v;
  }
  return g;
}

template <class T>
CellGradients<T> compute_cell_gradients(const PropagationMesh& on, int cell, const FrameAxes& axes,
                                        const NeighbourWeights& weights, const PropagationSettings& settings,
                                        const WaterValues& water, const CurrentVectors& current) {
  const Mesh& mesh = on.mesh;
  CellGradients<T> g{};
  g.inv_size = T(1.0 / std::sqrt(mesh.area_cell[cell]));
  double curvature = 0.0;
  if (mesh.on_sphere && settings.great_circle) {
    const double sine = compute_chart_latitude_sine(cell_position(mesh, cell), on.chart[cell]);
    curvature = sine / std::sqrt(1.0 - sine * sine) / mesh.sphere_radius;
    g.great_circle = T(curvature);
  }
  if (water.depth.empty() && water.current_east.empty()) return g;
  const CurrentGradient w = compute_current_gradient(mesh, cell, axes, weights, current);
  const double u = dot(current[cell], axes.first), v = dot(current[cell], axes.second);
  // A current also carries waves along its own path, along which the axes of the frame turn.
  g.steady = T(-u * curvature);
  if (settings.refraction) {
    g.steady = T(-u * curvature + 0.5 * (w.v_x - w.u_y));
    g.cos2 = T(-0.5 * (w.u_y + w.v_x));
    g.sin2 = T(0.5 * (w.u_x - w.v_y));
  }
  if (settings.frequency_shift) {
    const double rate = water.depth_rate.empty() ? 0.0 : water.depth_rate[cell];
    if (!water.depth.empty()) g.deepening = T(rate / water.depth[cell]);
    g.drift_x = T(u / std::sqrt(mesh.area_cell[cell]));
    g.drift_y = T(v / std::sqrt(mesh.area_cell[cell]));
    g.stretch = T(0.5 * (w.u_x + w.v_y));
    g.shear_cos = T(0.5 * (w.u_x - w.v_y));
    g.shear_sin = T(0.5 * (w.u_y + w.v_x));
  }
  return g;
}

}  // namespace

template <class T>
WaterTables<T> make_water_tables(const PropagationMesh& on, const PropagationSettings& settings,
                                 const WaterValues& water) {
  check_water(on.mesh, water);
  WaterTables<T> tables;
  tables.has_current = !water.current_east.empty();
  tables.shifts_frequency =
      settings.frequency_shift && (tables.has_current || (!water.depth_rate.empty() && !water.depth.empty()));
  const CurrentVectors current = make_current_vectors(on.mesh, water.current_east, water.current_north);
  const std::size_t n_cell = std::size_t(on.mesh.n_cell), n_owned = std::size_t(on.n_owned);
  const std::size_t n_edge = std::size_t(on.mesh.n_edge), n_freq = std::size_t(on.grid.n_freq());
  const DispersionTable at_edge(on.grid, compute_edge_depth(on.mesh, water));
  const DispersionTable at_cell(on.grid, get_cell_depth(on.mesh, water));
  tables.edge_group_speed = copy_rows<T>(at_edge.group_speed(), n_edge, n_freq);
  tables.cell_group_speed = copy_rows<T>(at_cell.group_speed(), n_cell, n_freq);
  set_edge_current(on.mesh, current, tables);
  if (tables.shifts_frequency) tables.cell_ratio = compute_ratio<T>(on, at_cell);
  tables.refracts = settings.refraction && !water.depth.empty();
  const bool rises = tables.refracts || (tables.shifts_frequency && !water.depth.empty());
  tables.refraction = {RowArray<T>(n_owned, n_freq), RowArray<T>(n_owned, n_freq),
                       std::vector<std::int32_t>(n_owned, 0)};
  tables.gradients.resize(n_owned);
  for (int cell = 0; cell < on.n_owned; ++cell) {
    const FrameAxes axes = compute_cell_axes(on.mesh, cell, on.chart[cell]);
    const NeighbourWeights weights = compute_neighbour_weights(on.mesh, cell, axes);
    tables.gradients[cell] = compute_cell_gradients<T>(on, cell, axes, weights, settings, water, current);
    if (rises)
      set_refraction(on.mesh, cell, weights, {on.grid, water.depth, at_cell, at_edge}, tables.refraction);
  }
  if (!tables.refracts) tables.refraction.n_often.assign(n_owned, 0);
  return tables;
}

template WaterTables<float> make_water_tables(const PropagationMesh&, const PropagationSettings&,
                                              const WaterValues&);
template WaterTables<double> make_water_tables(const PropagationMesh&, const PropagationSettings&,
                                               const WaterValues&);

}  // namespace groundswell
