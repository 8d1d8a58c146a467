// SPDX-License-Identifier: Apache-2.0
#include "propagation/medium_tables.hpp"

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "propagation/cell_gradient.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {
namespace {

void check_medium(const Mesh& mesh, const Medium& medium) {
  const std::size_t n = std::size_t(mesh.n_cell);
  const auto check = [n](std::size_t size, const char* name) {
    require(size == 0 || size == n, "the medium has ", size, " values of ", name, " for ", n,
            " cells; give one for each cell, halo cells included, or none");
  };
  check(medium.depth.size(), "depth");
  check(medium.depth_rate.size(), "depth_rate");
  check(medium.current_east.size(), "current_east");
  check(medium.current_north.size(), "current_north");
  check(medium.blocked.size(), "blocked");
  require(medium.current_east.size() == medium.current_north.size(),
          "the medium has only one component of the current; give both, or none");
  for (std::size_t cell = 0; cell < medium.depth.size(); ++cell)
    require(medium.depth[cell] > 0.0, "depth ", medium.depth[cell], " m of cell ", cell,
            " is not positive; cells must stay wet");
}

double depth_of(const Medium& medium, int cell) {
  return medium.depth.empty() ? std::numeric_limits<double>::infinity() : medium.depth[cell];
}

std::vector<double> compute_edge_depth(const Mesh& mesh, const Medium& medium) {
  std::vector<double> depth(std::size_t(mesh.n_edge), std::numeric_limits<double>::infinity());
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const int a = mesh.cell_on_edge(edge, 0), b = mesh.cell_on_edge(edge, 1);
    if (a < 0 && b < 0) continue;
    depth[edge] = 0.5 * (depth_of(medium, a < 0 ? b : a) + depth_of(medium, b < 0 ? a : b));
  }
  return depth;
}

template <class T>
void set_group_speed(const SpectralGrid& grid, const std::vector<double>& depth, RowArray<T>& group_speed) {
  const DispersionTable table(grid, depth);
  group_speed = RowArray<T>(depth.size(), std::size_t(grid.n_freq()));
  for (std::size_t point = 0; point < depth.size(); ++point)
    for (int freq = 0; freq < grid.n_freq(); ++freq)
      group_speed(point, freq) = T(table.group_speed()(point, freq));
}

template <class T>
void set_edge_current(const Mesh& mesh, const CurrentVectors& current, MediumTables<T>& tables) {
  tables.current_normal.assign(std::size_t(mesh.n_edge), T(0));
  tables.current_tangent.assign(std::size_t(mesh.n_edge), T(0));
  if (!tables.has_current) return;
  const std::vector<Vec3> normal = compute_edge_normals(mesh);
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const int a = mesh.cell_on_edge(edge, 0), b = mesh.cell_on_edge(edge, 1);
    if (a < 0 && b < 0) continue;
    // Vectors on both sides lean by half the angle between the cells; their mean is the shorter for it.
    const double lean =
        mesh.on_sphere && a >= 0 && b >= 0 ? 0.5 * mesh.dc_edge[edge] / mesh.sphere_radius : 0.0;
    const Vec3 u = (current[a < 0 ? b : a] + current[b < 0 ? a : b]) * (0.5 / std::cos(lean));
    const Vec3 up = mesh.on_sphere ? edge_position(mesh, edge) : Vec3{0.0, 0.0, 1.0};
    tables.current_normal[edge] = T(dot(u, normal[edge]));
    tables.current_tangent[edge] = T(dot(u, cross(up, normal[edge])));
  }
}

template <class T>
void set_cell_speeds(const PropagationMesh& on, const Medium& medium, MediumTables<T>& tables) {
  const SpectralGrid& grid = on.grid;
  std::vector<double> depth(std::size_t(on.mesh.n_cell));
  for (int cell = 0; cell < on.mesh.n_cell; ++cell) depth[cell] = depth_of(medium, cell);
  const DispersionTable table(grid, depth);
  const std::size_t n_freq = std::size_t(grid.n_freq());
  tables.cell_group_speed = RowArray<T>(depth.size(), n_freq);
  tables.cell_turn = RowArray<T>(depth.size(), n_freq);
  if (tables.shifts_frequency) tables.cell_ratio = RowArray<T>(depth.size(), n_freq);
  for (int cell = 0; cell < on.mesh.n_cell; ++cell)
    for (int freq = 0; freq < grid.n_freq(); ++freq) {
      const double sigma = grid.sigma()[freq], k = table.wavenumber()(cell, freq);
      tables.cell_group_speed(cell, freq) = T(table.group_speed()(cell, freq));
      tables.cell_turn(cell, freq) = T(compute_sigma_depth_slope(sigma, k, depth[cell]) / k);
      if (tables.shifts_frequency)
        tables.cell_ratio(cell, freq) = T(table.group_speed()(cell, freq) * k / sigma);
    }
}

// Gradients of depth and current in a cell's axes: u_x = d(first component of U) / d(first axis) and so on.
struct WaterGradient {
  double depth_x = 0.0, depth_y = 0.0;
  double u_x = 0.0, u_y = 0.0, v_x = 0.0, v_y = 0.0;
};

WaterGradient compute_water_gradient(const Mesh& mesh, int cell, const FrameAxes& axes, const Medium& medium,
                                     const CurrentVectors& current) {
  WaterGradient g;
  const GradientWeights weights = compute_gradient_weights(mesh, cell, axes);
  for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
    const int other = mesh.cell_on_cell(cell, k);
    if (other < 0) continue;
    const double deeper = medium.depth.empty() ? 0.0 : medium.depth[other] - medium.depth[cell];
    const Vec3 faster = current[other] - current[cell];
    const double u = dot(faster, axes.first), v = dot(faster, axes.second);
    g.depth_x += weights.x[k] * deeper;
    g.depth_y += weights.y[k] * deeper;
    g.u_x += weights.x[k] * u;
    g.u_y += weights.y[k] * u;
    g.v_x += weights.x[k] * v;
    g.v_y += weights.y[k] * v;
  }
  return g;
}

template <class T>
CellGradients<T> compute_cell_gradients(const PropagationMesh& on, int cell,
                                        const PropagationSettings& settings, const Medium& medium,
                                        const CurrentVectors& current) {
  const Mesh& mesh = on.mesh;
  CellGradients<T> g{};
  double curvature = 0.0;
  if (mesh.on_sphere && settings.great_circle) {
    const double sine = compute_chart_latitude_sine(cell_position(mesh, cell), on.chart[cell]);
    curvature = sine / std::sqrt(1.0 - sine * sine) / mesh.sphere_radius;
    g.great_circle = T(curvature);
  }
  if (medium.depth.empty() && medium.current_east.empty()) return g;
  const FrameAxes axes = compute_cell_axes(mesh, cell, on.chart[cell]);
  const WaterGradient w = compute_water_gradient(mesh, cell, axes, medium, current);
  const double u = dot(current[cell], axes.first), v = dot(current[cell], axes.second);
  // A current carries waves along its own path, on which the frame turns too.
  g.steady = T(-u * curvature);
  if (settings.refraction) {
    g.depth_x = T(w.depth_x);
    g.depth_y = T(w.depth_y);
    g.steady = T(-u * curvature + 0.5 * (w.v_x - w.u_y));
    g.cos2 = T(-0.5 * (w.u_y + w.v_x));
    g.sin2 = T(0.5 * (w.u_x - w.v_y));
  }
  if (settings.frequency_shift) {
    const double rate = medium.depth_rate.empty() ? 0.0 : medium.depth_rate[cell];
    if (!medium.depth.empty()) g.deepening = T((rate + u * w.depth_x + v * w.depth_y) / medium.depth[cell]);
    g.stretch = T(0.5 * (w.u_x + w.v_y));
    g.shear_cos = T(0.5 * (w.u_x - w.v_y));
    g.shear_sin = T(0.5 * (w.u_y + w.v_x));
  }
  return g;
}

}  // namespace

template <class T>
MediumTables<T> make_medium_tables(const PropagationMesh& on, const PropagationSettings& settings,
                                   const Medium& medium) {
  check_medium(on.mesh, medium);
  MediumTables<T> tables;
  tables.has_current = !medium.current_east.empty();
  tables.shifts_frequency = settings.frequency_shift &&
                            (tables.has_current || (!medium.depth_rate.empty() && !medium.depth.empty()));
  const CurrentVectors current = make_current_vectors(on.mesh, medium.current_east, medium.current_north);
  set_group_speed(on.grid, compute_edge_depth(on.mesh, medium), tables.edge_group_speed);
  set_edge_current(on.mesh, current, tables);
  set_cell_speeds(on, medium, tables);
  tables.gradients.resize(std::size_t(on.n_owned));
  for (int cell = 0; cell < on.n_owned; ++cell)
    tables.gradients[cell] = compute_cell_gradients<T>(on, cell, settings, medium, current);
  return tables;
}

template MediumTables<float> make_medium_tables(const PropagationMesh&, const PropagationSettings&,
                                                const Medium&);
template MediumTables<double> make_medium_tables(const PropagationMesh&, const PropagationSettings&,
                                                 const Medium&);

}  // namespace groundswell
