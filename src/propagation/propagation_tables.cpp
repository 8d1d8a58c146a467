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

// The mesh without what propagation does not read.
Mesh without_dual_tables(Mesh mesh) {
  for (auto* table : {&mesh.area_triangle, &mesh.kite_areas_on_vertex, &mesh.lon_vertex, &mesh.lat_vertex})
    *table = {};
  for (auto* table : {&mesh.cells_on_vertex, &mesh.edges_on_vertex, &mesh.vertices_on_cell}) *table = {};
  return mesh;
}

}  // namespace

template <class T>
PropagationTables<T>::PropagationTables(const Mesh& mesh, const SpectralGrid& grid,
                                        const PropagationSettings& settings, PropagationCells cells)
    : mesh_(without_dual_tables(mesh)),
      grid_(grid),
      settings_(settings),
      cells_(resolve(cells, mesh)),
      frame_angle_(compute_frame_angle(mesh)),
      chart_(compute_cell_chart(mesh)),
      edges_(make_edge_geometry<T>(mesh, chart_)),
      boundary_row_(std::size_t(mesh.n_edge), -1) {
  set_directions();
  set_slots();
  set_chart_angles();
  set_sprinkler(settings);
  update_water({});
}

template <class T>
void PropagationTables<T>::set_directions() {
  const std::size_t n = std::size_t(grid_.n_dir());
  const std::size_t whole_runs = (n + pack_width - 1) / pack_width * pack_width;
  for (auto* table :
       {&cos_dir_, &sin_dir_, &cos2_dir_, &sin2_dir_, &cos1_face_, &sin1_face_, &cos2_face_, &sin2_face_})
    *table = Array<T>(whole_runs);
  zeros_ = Array<T>(n * frequencies_per_block);
  for (std::size_t dir = 0; dir < n; ++dir) {
    const double centre = grid_.direction()[dir], face = centre + 0.5 * grid_.direction_width();
    cos_dir_[dir] = T(std::cos(centre));
    sin_dir_[dir] = T(std::sin(centre));
    cos2_dir_[dir] = T(std::cos(2.0 * centre));
    sin2_dir_[dir] = T(std::sin(2.0 * centre));
    cos1_face_[dir] = T(std::cos(face));
    sin1_face_[dir] = T(std::sin(face));
    cos2_face_[dir] = T(std::cos(2.0 * face));
    sin2_face_[dir] = T(std::sin(2.0 * face));
  }
  for (const double f : grid_.frequency()) {
    frequency_.push_back(T(f));
    inv_frequency_.push_back(T(1.0 / f));
  }
}

template <class T>
void PropagationTables<T>::set_slots() {
  ensure(mesh_.max_edges <= max_slots, "cells have up to ", mesh_.max_edges,
         " edges; propagation allows at most ", max_slots);
  const std::size_t n_slot = std::size_t(mesh_.n_cell) * mesh_.max_edges;
  slot_row_.assign(n_slot, 0);
  slot_weight_.assign(n_slot, T(0));
  n_slot_.assign(mesh_.n_edges_on_cell.begin(), mesh_.n_edges_on_cell.end());
  for (int cell = 0; cell < cells_.n_owned; ++cell)
    for (int k = 0; k < mesh_.n_edges_on_cell[cell]; ++k) {
      const int edge = mesh_.edge_on_cell(cell, k);
      const double area = mesh_.dv_edge[edge] * mesh_.dc_edge[edge];
      slot_weight_[std::size_t(cell) * mesh_.max_edges + k] =
          T(mesh_.normal_sign(cell, edge) * area / mesh_.area_cell[cell]);
    }
  inner_ = make_cell_tiles(mesh_, chart_, 0, cells_.n_inner, slot_row_);
  border_ = make_cell_tiles(mesh_, chart_, cells_.n_inner, cells_.n_owned, slot_row_);
  add_chart_turns(inner_, edges_, chart_);
  add_chart_turns(border_, edges_, chart_);
  const bool whole_stencil = settings_.scheme != FluxScheme::upwind;
  add_tile_reads(inner_, edges_, mesh_.n_cell, whole_stencil);
  add_tile_reads(border_, edges_, mesh_.n_cell, whole_stencil);
}

template <class T>
void PropagationTables<T>::set_chart_angles() {
  chart_angle_.assign(std::size_t(mesh_.n_cell), T(0));
  edge_chart_angle_.assign(std::size_t(mesh_.n_edge), T(0));
  if (!mesh_.on_sphere) return;
  // Only cells near the border of the charts are ever turned, and there neither chart has its pole.
  const auto near_border = [](double lat) { return std::abs(std::abs(lat) - polar_chart_latitude) < 0.3; };
  for (int cell = 0; cell < mesh_.n_cell; ++cell)
    if (near_border(mesh_.lat_cell[cell]))
      chart_angle_[cell] = T(compute_polar_chart_angle(cell_position(mesh_, cell)));
  for (int edge = 0; edge < mesh_.n_edge; ++edge)
    if (near_border(mesh_.lat_edge[edge]))
      edge_chart_angle_[edge] = T(compute_polar_chart_angle(edge_position(mesh_, edge)));
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
  // The upwind scheme spreads swell so much that the sprinkler effect never shows.
  const bool wanted = settings.scheme != FluxScheme::upwind || settings.sprinkler_age > 0.0;
  if (!wanted) std::fill(sprinkler_.begin(), sprinkler_.end(), T(0));
  // For this rank alone: how a flux is formed is decided per edge, and all ranks decide it alike.
  diffuses_ = std::any_of(sprinkler_.begin(), sprinkler_.end(), [](T factor) { return factor > T(0); });
}

template <class T>
void PropagationTables<T>::update_water(const WaterValues& water) {
  water_ = make_water_tables<T>({mesh_, grid_, chart_, cells_.n_owned}, settings_, water);
  blocked_ = water.blocked;
  blocked_.resize(std::size_t(mesh_.n_cell), 0);
  set_edge_forms();
  set_shelf_sides(water.depth);
}

// A shelf is less than half as deep as the other cell, which refraction takes for a jump, and less than
// `deepest_shelf` [m] deep: there high waves break or lose their energy to friction within a cell or two.
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
bool PropagationTables<T>::is_complete(int cell) const {
  if (blocked_[cell]) return false;
  for (int k = 0; k < mesh_.n_edges_on_cell[cell]; ++k) {
    const int other = mesh_.cell_on_cell(cell, k);
    if (other < 0 || blocked_[other]) return false;
  }
  return true;
}

// Whether waves of any frequency feel an uneven floor: the group speed of a cell that the scheme reads
// differs from the edge's. Other cells must not count: for first order the halo is one ring deep, and all
// ranks that form the edge's flux must form it alike.
template <class T>
bool PropagationTables<T>::is_uneven(int edge) const {
  constexpr T level = T(1e-3);
  const auto stencil = stencil_cells(edges_[edge]);
  const std::size_t n_read = settings_.scheme == FluxScheme::upwind ? 2 : stencil.size();
  for (const int cell : std::span(stencil).first(n_read)) {
    if (cell < 0) continue;
    for (int freq = 0; freq < grid_.n_freq(); ++freq) {
      const T speed = water_.edge_group_speed(edge, freq);
      if (std::abs(water_.cell_group_speed(cell, freq) - speed) > level * speed) return true;
    }
  }
  return false;
}

template <class T>
EdgeForm PropagationTables<T>::compute_edge_form(int edge) const {
  const EdgeGeometry<T>& g = edges_[edge];
  if (g.cell[0] < 0 || g.cell[1] < 0 || is_uneven(edge)) return EdgeForm::general;
  const Chart chart = chart_[g.cell[0]];
  if (settings_.scheme == FluxScheme::upwind) {
    const bool plain = !blocked_[g.cell[0]] && !blocked_[g.cell[1]] && chart_[g.cell[1]] == chart;
    return plain ? EdgeForm::regular : EdgeForm::general;
  }
  if (!complete_[g.cell[0]] || !complete_[g.cell[1]]) return EdgeForm::general;
  for (const int cell : {g.cell[1], g.upstream[0][0], g.upstream[0][1], g.upstream[1][0], g.upstream[1][1],
                         g.side[0], g.side[1]})
    if (cell < 0 || chart_[cell] != chart) return EdgeForm::general;
  const bool averages = g.upstream[0][0] != g.upstream[0][1] || g.upstream[1][0] != g.upstream[1][1];
  return averages ? EdgeForm::averaged : EdgeForm::regular;
}

template <class T>
void PropagationTables<T>::set_edge_forms() {
  complete_.resize(std::size_t(mesh_.n_cell));
  for (int cell = 0; cell < mesh_.n_cell; ++cell) complete_[cell] = is_complete(cell);
  edge_form_.resize(std::size_t(mesh_.n_edge));
  for (int edge = 0; edge < mesh_.n_edge; ++edge) edge_form_[edge] = compute_edge_form(edge);
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
  boundary_ = std::move(spectra);
  boundary_row_ = std::move(spectrum_on_edge);
}

template <class T>
PassTables<T> PropagationTables<T>::pass_tables() const {
  PassTables<T> t{};
  t.n_freq = grid_.n_freq();
  t.n_dir = grid_.n_dir();
  t.max_edges = mesh_.max_edges;
  t.upwind = settings_.scheme == FluxScheme::upwind;
  t.refracts = water_.refracts;
  t.has_current = water_.has_current;
  t.shifts_frequency = water_.shifts_frequency;
  t.edges = edges_.data();
  t.edge_form = edge_form_.data();
  t.sprinkler = sprinkler_.data();
  t.moved = moved_.rows();
  t.diffusion = diffusion_.rows();
  t.edge_group_speed = water_.edge_group_speed.rows();
  t.boundary_row = boundary_row_.data();
  t.boundary = boundary_.rows();
  t.chart = chart_.data();
  t.chart_angle = chart_angle_.data();
  t.edge_chart_angle = edge_chart_angle_.data();
  t.complete = complete_.data();
  t.shelf_side = shelf_side_.data();
  t.blocked = blocked_.data();
  t.n_slot = n_slot_.data();
  t.slot_row = slot_row_.data();
  t.slot_weight = slot_weight_.data();
  t.cell_group_speed = water_.cell_group_speed.rows();
  t.rise_x = water_.refraction.rise_x.rows();
  t.rise_y = water_.refraction.rise_y.rows();
  t.n_often = water_.refraction.n_often.data();
  t.cell_ratio = water_.cell_ratio.rows();
  t.current_normal = water_.current_normal.data();
  t.current_tangent = water_.current_tangent.data();
  t.gradients = water_.gradients.data();
  t.cos_dir = cos_dir_.data();
  t.sin_dir = sin_dir_.data();
  t.zeros = zeros_.data();
  t.face = {cos1_face_.data(), sin1_face_.data(), cos2_face_.data(), sin2_face_.data()};
  t.frequency_grid = {grid_.n_freq(),
                      grid_.n_dir(),
                      frequency_.data(),
                      inv_frequency_.data(),
                      cos2_dir_.data(),
                      sin2_dir_.data(),
                      T(1.0 / std::log(grid_.ratio())),
                      T(std::pow(grid_.ratio(), -5.0))};
  t.direction_width = T(grid_.direction_width());
  t.inv_direction_width = T(1.0 / grid_.direction_width());
  return t;
}

template class PropagationTables<float>;
template class PropagationTables<double>;

}  // namespace groundswell
