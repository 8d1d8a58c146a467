// SPDX-License-Identifier: Apache-2.0
// Bodies of SweepKernel; included by sweep_kernel.hpp alone.
#pragma once

#include "propagation/sweep_kernel.hpp"

namespace groundswell {

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::run_tile(const CellTile& tile, const TileEdge* edges) const {
  for (int first = 0; first < s_.n_freq; first += frequencies_per_block) {
    const int end = first + frequencies_per_block < s_.n_freq ? first + frequencies_per_block : s_.n_freq;
    for (int edge = tile.first_edge; edge < tile.end_edge; ++edge) flux_of_edge(edges[edge], first, end);
    for (int cell = tile.first_cell; cell < tile.end_cell; ++cell) update_cell(cell, first, end);
  }
  if (!s_.is_last || !t_.shifts_frequency) return;
  for (int cell = tile.first_cell; cell < tile.end_cell; ++cell) shift_spectrum(cell);
}

template <class T, int n_static>
GS_HD EdgeStep<T> SweepKernel<T, n_static>::make_edge_step(int edge, int freq) const {
  const EdgeGeometry<T>& g = t_.edges[edge];
  const T dt = s_.time_step[freq], speed = t_.edge_group_speed(edge, freq);
  const T moved = speed * dt;
  EdgeStep<T> e;
  e.distance = moved;
  e.drift_normal = g.length * t_.current_normal[edge] * dt;
  e.drift_tangent = g.length * t_.current_tangent[edge] * dt;
  e.inv_area = g.inv_area;
  e.inv_side_area = g.inv_side_area;
  const T wanted = speed * moved * t_.sprinkler[edge];
  e.diffusion = T(4.0 / 3.0) * g.length_ratio * (wanted < g.max_diffusion ? wanted : g.max_diffusion);
  e.max_gain = s_.max_gain[freq];
  return e;
}

template <class T, int n_static>
GS_HD EdgeDirections<T> SweepKernel<T, n_static>::directions(int edge, int side) const {
  const EdgeGeometry<T>& g = t_.edges[edge];
  T* at = w_.directions + 3 * side * w_.row_size;
  const EdgeDirections<T> out{at, at + w_.row_size, at + 2 * w_.row_size};
  compute_edge_directions(g.cos_angle[side], g.sin_angle[side], g.length, t_.cos_dir, t_.sin_dir, n_dir(),
                          out);
  return out;
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::flux_of_edge(const TileEdge& edge, int first_freq, int end_freq) const {
  const EdgeForm form = t_.edge_form[edge.edge];
  if (form == EdgeForm::general)
    general_rows(edge, first_freq, end_freq);
  else if (t_.upwind)
    upwind_rows(edge, first_freq, end_freq);
  else if (form == EdgeForm::regular)
    third_order_rows<false>(edge, first_freq, end_freq);
  else
    third_order_rows<true>(edge, first_freq, end_freq);
}

template <class T, int n_static>
template <bool averages>
GS_HD void SweepKernel<T, n_static>::third_order_rows(const TileEdge& edge, int first_freq,
                                                      int end_freq) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  const EdgeDirections<T> to = directions(edge.edge, 0);
  T* flux = w_.flux + std::size_t(edge.row) * w_.block_size;
  for (int freq = first_freq; freq < end_freq; ++freq, flux += n_dir()) {
    const Rows<const T>& from = freq < s_.n_continue ? s_.source : s_.state;
    const std::size_t column = std::size_t(freq) * n_dir();
    const StencilRows<T> rows{from.row(g.cell[0]) + column,
                              from.row(g.cell[1]) + column,
                              {from.row(g.upstream[0][0]) + column, from.row(g.upstream[0][1]) + column},
                              {from.row(g.upstream[1][0]) + column, from.row(g.upstream[1][1]) + column},
                              from.row(g.side[0]) + column,
                              from.row(g.side[1]) + column};
    const EdgeStep<T> e = make_edge_step(edge.edge, freq);
    if (t_.diffuses)
      compute_third_order_flux<T, averages, true>(rows, to, e, n_dir(), flux);
    else
      compute_third_order_flux<T, averages, false>(rows, to, e, n_dir(), flux);
  }
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::upwind_rows(const TileEdge& edge, int first_freq, int end_freq) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  const EdgeDirections<T> to = directions(edge.edge, 0);
  T* flux = w_.flux + std::size_t(edge.row) * w_.block_size;
  for (int freq = first_freq; freq < end_freq; ++freq, flux += n_dir()) {
    const T *a = source_row(g.cell[0], freq), *b = source_row(g.cell[1], freq);
    const EdgeStep<T> e = make_edge_step(edge.edge, freq);
    if (t_.diffuses)
      compute_upwind_flux<T, true>(a, b, to, e, n_dir(), flux);
    else
      compute_upwind_flux<T, false>(a, b, to, e, n_dir(), flux);
  }
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::general_rows(const TileEdge& edge, int first_freq, int end_freq) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  const int a = g.cell[0], b = g.cell[1], n = n_dir();
  const bool sea_a = a >= 0 && !t_.blocked[a], sea_b = b >= 0 && !t_.blocked[b];
  const T open = t_.boundary_row[edge.edge] >= 0 ? T(1) : T(0);
  EdgeDonors<T> donors{sea_a || a < 0 ? T(1) : T(0), sea_b || b < 0 ? T(1) : T(0),
                       !t_.upwind && sea_a && t_.complete[a], !t_.upwind && sea_b && t_.complete[b],
                       t_.diffuses && sea_a && sea_b};
  if (a < 0) donors.gives_a = open;
  if (b < 0) donors.gives_b = open;
  const EdgeDirections<T> to = directions(edge.edge, 0);
  T* flux = w_.flux + std::size_t(edge.row) * w_.block_size;
  if (edge.row == edge.row_b) {
    const int frame = a >= 0 ? 0 : 1;
    for (int freq = first_freq; freq < end_freq; ++freq, flux += n)
      general_flux(edge.edge, freq, frame, donors, to, flux);
    return;
  }
  // Two charts: each cell's outflow is formed in its own frame and turned once into that of the other.
  const EdgeDirections<T> to_b = directions(edge.edge, 1);
  T* flux_b = w_.flux + std::size_t(edge.row_b) * w_.block_size;
  const double to_polar = -double(t_.edge_chart_angle[edge.edge]);
  const double a_to_b = t_.chart[a] == Chart::geographic ? to_polar : -to_polar;
  const RowTurn<T> into_b = make_row_turn<T>(a_to_b, double(t_.direction_width), n);
  const RowTurn<T> into_a = make_row_turn<T>(-a_to_b, double(t_.direction_width), n);
  T *turned_a = w_.rows + 8 * w_.row_size, *turned_b = w_.rows + 9 * w_.row_size;
  for (int freq = first_freq; freq < end_freq; ++freq, flux += n, flux_b += n) {
    EdgeDonors<T> only_a = donors, only_b = donors;
    only_a.gives_b = only_b.gives_a = T(0);
    general_flux(edge.edge, freq, 0, only_a, to, flux);
    general_flux(edge.edge, freq, 1, only_b, to_b, flux_b);
    for (int dir = 0; dir < n; ++dir) flux_b[dir] = -flux_b[dir];  // turned as what it is: not negative
    turn_row(flux, n, into_b, turned_a, w_.spectral);
    turn_row(flux_b, n, into_a, turned_b, w_.spectral);
    for (int dir = 0; dir < n; ++dir) {
      flux[dir] -= turned_b[dir];
      flux_b[dir] = turned_a[dir] - flux_b[dir];
    }
  }
}

template <class T, int n_static>
GS_HD const T* SweepKernel<T, n_static>::row_in_chart(int cell, int freq, Chart chart, T* turned) const {
  if (cell < 0 || t_.blocked[cell]) return t_.zeros;
  const T* row = source_row(cell, freq);
  if (t_.chart[cell] == chart) return row;
  const double to_polar = -double(t_.chart_angle[cell]);
  const double angle = chart == Chart::polar ? to_polar : -to_polar;
  turn_row(row, n_dir(), make_row_turn<T>(angle, double(t_.direction_width), n_dir()), turned, w_.spectral);
  return turned;
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::general_flux(int edge, int freq, int frame_side,
                                                  const EdgeDonors<T>& donors, const EdgeDirections<T>& to,
                                                  T* flux) const {
  const EdgeGeometry<T>& g = t_.edges[edge];
  const Chart chart = t_.chart[g.cell[frame_side]];
  T* turned = w_.rows;
  const auto row = [&](int cell) {
    const T* found = row_in_chart(cell, freq, chart, turned);
    turned += w_.row_size;
    return found;
  };
  StencilRows<T> rows{row(g.cell[0]),
                      row(g.cell[1]),
                      {row(g.upstream[0][0]), row(g.upstream[0][1])},
                      {row(g.upstream[1][0]), row(g.upstream[1][1])},
                      row(g.side[0]),
                      row(g.side[1])};
  if (t_.boundary_row[edge] >= 0)
    (g.cell[0] < 0 ? rows.a : rows.b) = t_.boundary.row(t_.boundary_row[edge]) + std::size_t(freq) * n_dir();
  compute_general_flux(rows, to, make_edge_step(edge, freq), donors, n_dir(), flux);
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::update_cell(int cell, int first_freq, int end_freq) const {
  const int n = n_dir();
  for (int freq = first_freq; freq < end_freq; ++freq) {
    T* out = s_.target.row(cell) + std::size_t(freq) * n;
    if (t_.blocked[cell]) {
      for (int dir = 0; dir < n; ++dir) out[dir] = T(0);
      continue;
    }
    sum_fluxes(cell, freq, (freq - first_freq) * n, out);
    if (s_.is_last) turn_directions(cell, freq, out);
  }
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::sum_fluxes(int cell, int freq, int column, T* GS_RESTRICT out) const {
  const std::size_t first_slot = std::size_t(cell) * t_.max_edges;
  const std::int32_t* row = t_.slot_row + first_slot;
  const T* sign = t_.slot_sign + first_slot;
  const T* in = source_row(cell, freq);
  const T inv_area = t_.inv_area[cell];
  const int m = t_.n_slot[cell], n = n_dir();
  const auto flux = [&](int k) { return w_.flux + std::size_t(row[k]) * w_.block_size + column; };
  if (m == 6) {
    const T *f0 = flux(0), *f1 = flux(1), *f2 = flux(2), *f3 = flux(3), *f4 = flux(4), *f5 = flux(5);
    for (int dir = 0; dir < n; ++dir) {
      const T sum = sign[0] * f0[dir] + sign[1] * f1[dir] + sign[2] * f2[dir] + sign[3] * f3[dir] +
                    sign[4] * f4[dir] + sign[5] * f5[dir];
      out[dir] = in[dir] - inv_area * sum;
    }
    return;
  }
  for (int dir = 0; dir < n; ++dir) out[dir] = T(0);
  for (int k = 0; k < m; ++k) {
    const T* f = flux(k);
    const T s = sign[k];
    for (int dir = 0; dir < n; ++dir) out[dir] += s * f[dir];
  }
  for (int dir = 0; dir < n; ++dir) out[dir] = in[dir] - inv_area * out[dir];
}

// The number of equal sub-steps that keep outflow below its limit, and the factor on all Courant numbers:
// below 1 only where a step would turn by more than 32 times half a bin.
template <class T>
GS_HD GS_INLINE int count_spectral_sub_steps(T outflow, T& factor) {
  constexpr int most = 32;
  const T needed = outflow * T(1.0 / spectral_max_outflow);
  int n_sub = 1;
  while (n_sub < most && T(n_sub) < needed) ++n_sub;
  factor = needed > T(most) ? T(1) / needed : T(1) / T(n_sub);
  return n_sub;
}

template <class T>
GS_HD GS_INLINE T magnitude(T value) {
  return value < T(0) ? -value : value;
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::turn_directions(int cell, int freq, T* row) const {
  const CellGradients<T>& g = t_.gradients[cell];
  const T rate = s_.whole_step / t_.direction_width;
  const T turn = rate * t_.cell_turn(cell, freq);
  TurningCourant<T> c{rate * g.steady,
                      -rate * t_.cell_group_speed(cell, freq) * g.great_circle - turn * g.depth_y,
                      turn * g.depth_x, rate * g.cos2, rate * g.sin2};
  const T steady = magnitude(c.steady) + magnitude(c.cos2) + magnitude(c.sin2);
  // Where c_theta changes sign a bin gives to both sides, but the two faces are close in angle: for 12
  // directions and more together no more than the largest face; for fewer up to 1.5 times as much.
  const T outflow = (magnitude(c.cos1) + magnitude(c.sin1) + steady) * (n_dir() < 12 ? T(1.5) : T(1));
  T factor;
  const int n_sub = count_spectral_sub_steps(outflow, factor);
  c = {factor * c.steady, factor * c.cos1, factor * c.sin1, factor * c.cos2, factor * c.sin2};
  if (t_.has_current)
    turn_by_courant<T, true>(row, n_dir(), c, t_.face, n_sub, w_.spectral);
  else
    turn_by_courant<T, false>(row, n_dir(), c, t_.face, n_sub, w_.spectral);
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::shift_spectrum(int cell) const {
  const CellGradients<T>& g = t_.gradients[cell];
  const T rate = s_.whole_step * t_.frequency_grid.inv_log_ratio;
  ShiftCourant<T> c{rate * g.deepening, rate * g.stretch, rate * g.shear_cos, rate * g.shear_sin};
  // Both faces of a frequency may lead out of it, hence twice the largest.
  const T outflow = T(2) * (T(0.5) * magnitude(c.deepening) + magnitude(c.stretch) + magnitude(c.shear_cos) +
                            magnitude(c.shear_sin));
  if (outflow == T(0) || t_.blocked[cell]) return;
  T factor;
  const int n_sub = count_spectral_sub_steps(outflow, factor);
  c = {factor * c.deepening, factor * c.stretch, factor * c.shear_cos, factor * c.shear_sin};
  for (int sub = 0; sub < n_sub; ++sub)
    shift_frequencies(s_.target.row(cell), t_.frequency_grid, t_.cell_ratio.row(cell), c, w_.spectral);
}

}  // namespace groundswell
