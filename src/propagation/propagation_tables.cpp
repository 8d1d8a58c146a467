// SPDX-License-Identifier: Apache-2.0
#include "propagation/propagation_tables.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.hpp"
#include "propagation/chart_turns.hpp"
#include "propagation/sprinkler.hpp"
#include "propagation/tile_reads.hpp"

namespace groundswell {
namespace {

PropagationCells resolve(PropagationCells cells, const Mesh& mesh) {
  if (cells.n_owned < 0) cells.n_owned = mesh.n_cell;
  if (cells.n_inner < 0) cells.n_inner = cells.n_owned;
  ensure(cells.n_inner <= cells.n_owned && cells.n_owned <= mesh.n_cell, "propagation over ", cells.n_inner,
         " inner and ", cells.n_owned, " owned of ", mesh.n_cell, " cells");
  return cells;
}

// The mesh without most of the tables that propagation does not read, and without islands unless these count.
Mesh without_other_tables(Mesh mesh, bool obstacles) {
  if (!obstacles) mesh.obstacle_through = mesh.obstacle_within = {};
  for (auto* table : {&mesh.area_triangle, &mesh.kite_areas_on_vertex, &mesh.lon_vertex, &mesh.lat_vertex})
    *table = {};
  for (auto* table : {&mesh.cells_on_vertex, &mesh.edges_on_vertex, &mesh.vertices_on_cell}) *table = {};
  return mesh;
}

}  // namespace

template <class T>
PropagationTables<T>::PropagationTables(const Mesh& mesh, const SpectralGrid& grid,
                                        const PropagationSettings& settings, PropagationCells cells)
    : mesh_(without_other_tables(mesh, settings.obstacles)),
      grid_(grid),
      settings_(settings),
      cells_(resolve(cells, mesh)),
      bins_(grid),
      charts_(mesh),
      obstacles_(make_obstacle_tables<T>(mesh_, charts_.frame_angle, grid.direction())),
      edges_(make_edge_geometry<T>(mesh, charts_.of_cell)),
      boundary_{{}, std::vector<int>(std::size_t(mesh.n_edge), -1)},
      slots_(mesh, cells_.n_owned) {
  set_tiles();
  set_sprinkler(settings);
  for (const EdgeGeometry<T>& g : edges_)
    forms_.averages.push_back(g.upstream[0][0] != g.upstream[0][1] || g.upstream[1][0] != g.upstream[1][1]);
  update_water({});
}

template <class T>
PropagationTables<T>::Charts::Charts(const Mesh& mesh)
    : frame_angle(compute_frame_angle(mesh)),
      of_cell(compute_cell_chart(mesh)),
      cell_angle(std::size_t(mesh.n_cell), T(0)),
      edge_angle(std::size_t(mesh.n_edge), T(0)) {
  if (!mesh.on_sphere) return;
  // Only spectra near the border of the charts are ever rotated, and neither chart has a pole there.
  const auto near_border = [](double lat) { return std::abs(std::abs(lat) - polar_chart_latitude) < 0.3; };
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    if (near_border(mesh.lat_cell[cell]))
      cell_angle[cell] = T(compute_polar_chart_angle(cell_position(mesh, cell)));
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    if (near_border(mesh.lat_edge[edge]))
      edge_angle[edge] = T(compute_polar_chart_angle(edge_position(mesh, edge)));
}

template <class T>
PropagationTables<T>::Slots::Slots(const Mesh& mesh, int n_owned)
    : n_of_cell(mesh.n_edges_on_cell.begin(), mesh.n_edges_on_cell.end()),
      row(std::size_t(mesh.n_cell) * mesh.max_edges, 0),
      weight(row.size(), T(0)) {
  ensure(mesh.max_edges <= max_slots, "cells have up to ", mesh.max_edges,
         " edges; propagation allows at most ", max_slots);
  for (int cell = 0; cell < n_owned; ++cell)
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
      const int edge = mesh.edge_on_cell(cell, k);
      const double area = mesh.dv_edge[edge] * mesh.dc_edge[edge];
      weight[std::size_t(cell) * mesh.max_edges + k] =
          T(mesh.normal_sign(cell, edge) * area / mesh.area_cell[cell]);
    }
}

template <class T>
void PropagationTables<T>::set_tiles() {
  std::vector<std::uint8_t> has_two;  // as in make_cell_tiles
  for (int edge = 0; edge < mesh_.n_edge; ++edge) {
    const int a = mesh_.cell_on_edge(edge, 0), b = mesh_.cell_on_edge(edge, 1);
    const bool joins_charts = a >= 0 && b >= 0 && charts_.of_cell[a] != charts_.of_cell[b];
    has_two.push_back(joins_charts || obstacles_.at(a) || obstacles_.at(b));
  }
  inner_ = make_cell_tiles(mesh_, has_two, 0, cells_.n_inner, slots_.row);
  border_ = make_cell_tiles(mesh_, has_two, cells_.n_inner, cells_.n_owned, slots_.row);
  const bool whole_stencil = settings_.scheme != FluxScheme::upwind;
  for (CellTiles* tiles : {&inner_, &border_}) {
    add_chart_turns(*tiles, edges_, charts_.of_cell);
    add_tile_reads(*tiles, edges_, mesh_.n_cell, whole_stencil);
  }
}

template <class T>
void PropagationTables<T>::set_sprinkler(const PropagationSettings& settings) {
  sprinkler_.assign(std::size_t(mesh_.n_edge), T(0));
  for (int edge = 0; edge < mesh_.n_edge; ++edge) {
    const double age = settings.sprinkler_age >= 0.0
                           ? settings.sprinkler_age
                           : default_sprinkler_age(mesh_.dc_edge[edge], grid_.n_dir());
    sprinkler_[edge] = T(compute_sprinkler_factor(age, grid_.direction_width()));
  }
  // The upwind scheme is so diffusive that the sprinkler effect never shows: by default it needs no
  // diffusion.
  const bool wanted = settings.scheme != FluxScheme::upwind || settings.sprinkler_age > 0.0;
  if (!wanted) std::fill(sprinkler_.begin(), sprinkler_.end(), T(0));
  // `diffuses_` may differ between ranks, because the form of a flux is decided per edge, identically on all
  // ranks.
  diffuses_ = std::any_of(sprinkler_.begin(), sprinkler_.end(), [](T factor) { return factor > T(0); });
}

template <class T>
void PropagationTables<T>::update_water(const WaterValues& water) {
  water_ = make_water_tables<T>({mesh_, grid_, charts_.of_cell, cells_.n_owned}, settings_, water);
  blocked_ = water.blocked;
  blocked_.resize(std::size_t(mesh_.n_cell), 0);
  set_shelf_sides(water.depth);
  set_edge_forms();
}

// A side of an edge is a shelf if its cell is less than half as deep as the other cell, which refraction
// treats as a jump, and shallower than `deepest_shelf` [m]: high waves break there or lose their energy to
// friction within a cell or two.
template <class T>
void PropagationTables<T>::set_shelf_sides(const std::vector<double>& depth) {
  constexpr double deepest_shelf = 20.0;
  shelf_side_.assign(std::size_t(mesh_.n_edge), -1);
  for (int edge = 0; edge < mesh_.n_edge && !depth.empty(); ++edge) {
    const auto& cell = edges_[edge].cell;
    if (cell[0] < 0 || cell[1] < 0) continue;
    for (const int side : {0, 1}) {
      const double shelf = depth[cell[side]];
      if (shelf < deepest_shelf && shelf < 0.5 * depth[cell[1 - side]]) shelf_side_[edge] = std::int8_t(side);
    }
  }
}

template <class T>
void PropagationTables<T>::set_time_steps(const std::vector<T>& time_step) {
  const std::size_t n_edge = std::size_t(mesh_.n_edge), n_freq = std::size_t(grid_.n_freq());
  if (moved_.n_row() == 0) moved_ = RowArray<T>(n_edge, n_freq);
  if (diffuses_ && diffusion_.n_row() == 0) diffusion_ = RowArray<T>(n_edge, n_freq);
  for (std::size_t edge = 0; edge < n_edge; ++edge)
    for (std::size_t freq = 0; freq < n_freq; ++freq) {
      const EdgeGeometry<T>& g = edges_[edge];
      const T speed = water_.edge_group_speed(edge, freq), moved = speed * time_step[freq];
      moved_(edge, freq) = moved;
      if (diffuses_)
        diffusion_(edge, freq) = T(4.0 / 3.0) * g.inv_distance * g.inv_distance *
                                 std::min(speed * moved * sprinkler_[edge], g.max_diffusion);
    }
}

template <class T>
bool PropagationTables<T>::has_third_order(int cell) const {
  if (blocked_[cell] || obstacles_.at(cell)) return false;
  for (int k = 0; k < mesh_.n_edges_on_cell[cell]; ++k) {
    const int other = mesh_.cell_on_cell(cell, k);
    if (other < 0 ? mesh_.edge_kind[mesh_.edge_on_cell(cell, k)] == EdgeKind::open_boundary
                  : obstacles_.at(other))
      return false;
  }
  return true;
}

// The number of frequencies up to the highest at which waves feel an uneven bottom: the group speed of a cell
// that the scheme reads differs from the edge's by more than 0.1 %. Other cells must not count: for the
// first-order scheme the halo is one ring deep, and all ranks that compute the flux across the edge must
// compute it identically.
template <class T>
int PropagationTables<T>::count_uneven(int edge) const {
  constexpr T level = T(1e-3);
  const auto stencil = stencil_cells(edges_[edge]);
  const std::size_t n_read = settings_.scheme == FluxScheme::upwind ? 2 : stencil.size();
  int n_uneven = 0;
  for (const int cell : std::span(stencil).first(n_read)) {
    if (cell < 0) continue;
    for (int freq = grid_.n_freq() - 1; freq >= n_uneven; --freq) {
      const T speed = water_.edge_group_speed(edge, freq);
      if (std::abs(water_.cell_group_speed(cell, freq) - speed) > level * speed) n_uneven = freq + 1;
    }
  }
  return n_uneven;
}

// Whether all cells of the stencil exist in one chart, and the outflow of both has the order of the scheme.
template <class T>
bool PropagationTables<T>::is_plain(int edge) const {
  const EdgeGeometry<T>& g = edges_[edge];
  const int a = g.cell[0], b = g.cell[1];
  if (a < 0 || b < 0) return false;
  const Chart chart = charts_.of_cell[a];
  if (settings_.scheme == FluxScheme::upwind)
    return !blocked_[a] && !blocked_[b] && !obstacles_.at(a) && !obstacles_.at(b) &&
           charts_.of_cell[b] == chart;
  if (!forms_.third_order[a] || !forms_.third_order[b] || shelf_side_[edge] >= 0) return false;
  const auto stencil = stencil_cells(g);
  return std::all_of(stencil.begin(), stencil.end(), [&](int cell) {
    return cell >= 0 && !blocked_[cell] && charts_.of_cell[cell] == chart;
  });
}

template <class T>
void PropagationTables<T>::set_edge_forms() {
  forms_.third_order.resize(std::size_t(mesh_.n_cell));
  for (int cell = 0; cell < mesh_.n_cell; ++cell) forms_.third_order[cell] = has_third_order(cell);
  forms_.n_general.resize(std::size_t(mesh_.n_edge));
  for (int edge = 0; edge < mesh_.n_edge; ++edge)
    forms_.n_general[edge] = is_plain(edge) ? count_uneven(edge) : grid_.n_freq();
}

template <class T>
void PropagationTables<T>::set_boundary(RowArray<T> spectra, std::vector<int> spectrum_on_edge) {
  ensure(spectrum_on_edge.size() == std::size_t(mesh_.n_edge), "boundary spectra for ",
         spectrum_on_edge.size(), " of ", mesh_.n_edge, " edges");
  ensure(spectra.n_col() == std::size_t(grid_.n_bin()), "boundary spectra of ", spectra.n_col(),
         " bins, not ", grid_.n_bin());
  for (int edge = 0; edge < mesh_.n_edge; ++edge) {
    ensure(spectrum_on_edge[edge] < int(spectra.n_row()), "edge ", edge, " has no boundary spectrum ",
           spectrum_on_edge[edge]);
    if (mesh_.edge_kind[edge] != EdgeKind::open_boundary) spectrum_on_edge[edge] = -1;
  }
  boundary_ = {std::move(spectra), std::move(spectrum_on_edge)};
}

template <class T>
PassTables<T> PropagationTables<T>::pass_tables(CellPart part) const {
  PassTables<T> t{};
  t.reads = tiles(part).reads.data();
  t.turned_cells = tiles(part).turned_cells.data();
  t.stencil_turns = tiles(part).stencil_turns.data();
  t.n_freq = grid_.n_freq();
  t.n_dir = grid_.n_dir();
  t.max_edges = mesh_.max_edges;
  t.upwind = settings_.scheme == FluxScheme::upwind;
  t.refracts = water_.refracts;
  t.has_current = water_.has_current;
  t.shifts_frequency = water_.shifts_frequency;
  t.edges = edges_.data();
  t.n_general = forms_.n_general.data();
  t.averages = forms_.averages.data();
  t.obstacle_row = obstacles_.row.data();
  t.enter = obstacles_.enter.rows();
  t.leave = obstacles_.leave.rows();
  t.sprinkler = sprinkler_.data();
  t.moved = moved_.rows();
  t.diffusion = diffusion_.rows();
  t.edge_group_speed = water_.edge_group_speed.rows();
  t.boundary_row = boundary_.row_of_edge.data();
  t.boundary = boundary_.spectra.rows();
  t.chart = charts_.of_cell.data();
  t.chart_angle = charts_.cell_angle.data();
  t.edge_chart_angle = charts_.edge_angle.data();
  t.third_order = forms_.third_order.data();
  t.shelf_side = shelf_side_.data();
  t.blocked = blocked_.data();
  t.n_slot = slots_.n_of_cell.data();
  t.slot_row = slots_.row.data();
  t.slot_weight = slots_.weight.data();
  t.cell_group_speed = water_.cell_group_speed.rows();
  t.rise_x = water_.refraction.rise_x.rows();
  t.rise_y = water_.refraction.rise_y.rows();
  t.n_often = water_.refraction.n_often.data();
  t.cell_ratio = water_.cell_ratio.rows();
  t.current_normal = water_.current_normal.data();
  t.current_tangent = water_.current_tangent.data();
  t.gradients = water_.gradients.data();
  t.cos_dir = bins_.cos_dir.data();
  t.sin_dir = bins_.sin_dir.data();
  t.zeros = bins_.zeros.data();
  t.face = bins_.face();
  t.frequency_grid = bins_.frequency_grid(grid_);
  t.direction_width = T(grid_.direction_width());
  t.inv_direction_width = T(1.0 / grid_.direction_width());
  return t;
}

template class PropagationTables<float>;
template class PropagationTables<double>;

}  // namespace groundswell
