// SPDX-License-Identifier: Apache-2.0
// Bodies of SweepKernel; included by sweep_kernel.hpp alone.
#pragma once

#include "propagation/edge_steps.hpp"
#include "propagation/sweep_kernel.hpp"

namespace groundswell {

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::run_tile(const CellTile& tile, const TileEdge* edges) const {
  for (int i = tile.first_edge; i < tile.end_edge; ++i) set_directions(edges[i]);
  run_frequencies(tile, edges, s_.source, 0, s_.n_continue);
  run_frequencies(tile, edges, s_.state, s_.n_continue, s_.n_freq);
  if (!s_.is_last || !t_.shifts_frequency) return;
  for (int cell = tile.first_cell; cell < tile.end_cell; ++cell) shift_spectrum(cell);
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::run_frequencies(const CellTile& tile, const TileEdge* edges,
                                                     const Rows<const T>& from, int first, int end) const {
  for (; first < end; first += frequencies_per_block) {
    const int block_end = first + frequencies_per_block < end ? first + frequencies_per_block : end;
    const FrequencyBlock<T> block{from, first, block_end};
    turn_cells(tile, block);
    for (int i = tile.first_edge; i < tile.end_edge; ++i) flux_of_edge(edges[i], block);
    for (int cell = tile.first_cell; cell < tile.end_cell; ++cell) update_cell(cell, block);
  }
}

template <class T, int n_static>
GS_HD EdgeDirections<T> SweepKernel<T, n_static>::directions(int row) const {
  T* at = w_.directions + std::size_t(3 * row) * w_.row_size;
  return {at, at + w_.row_size, at + 2 * w_.row_size};
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::set_directions(const TileEdge& edge) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  compute_edge_directions(g.cos_angle[0], g.sin_angle[0], g.length, t_.cos_dir, t_.sin_dir, n_dir(),
                          directions(edge.row));
  if (edge.row_b != edge.row)
    compute_edge_directions(g.cos_angle[1], g.sin_angle[1], g.length, t_.cos_dir, t_.sin_dir, n_dir(),
                            directions(edge.row_b));
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::flux_of_edge(const TileEdge& edge,
                                                  const FrequencyBlock<T>& block) const {
  const EdgeForm form = t_.edge_form[edge.edge];
  if (form == EdgeForm::general)
    general_rows(edge, block);
  else if (t_.upwind)
    t_.diffuses ? upwind_rows<true>(edge, block) : upwind_rows<false>(edge, block);
  else if (form == EdgeForm::regular)
    t_.diffuses ? third_order_rows<false, true>(edge, block) : third_order_rows<false, false>(edge, block);
  else
    t_.diffuses ? third_order_rows<true, true>(edge, block) : third_order_rows<true, false>(edge, block);
}

template <class T, int n_static>
template <bool averages, bool diffuses>
GS_HD void SweepKernel<T, n_static>::third_order_rows(const TileEdge& edge,
                                                      const FrequencyBlock<T>& block) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  const EdgeDirections<T> to = directions(edge.row);
  const EdgeSteps<T, diffuses> steps(t_, s_, edge.edge);
  T* flux = w_.flux + std::size_t(edge.row) * w_.block_size;
  const auto row = [&](int cell) { return block.from.row(cell) + std::size_t(block.first) * n_dir(); };
  StencilRows<T> rows{row(g.cell[0]),
                      row(g.cell[1]),
                      {row(g.upstream[0][0]), row(g.upstream[0][1])},
                      {row(g.upstream[1][0]), row(g.upstream[1][1])},
                      row(g.side[0]),
                      row(g.side[1])};
  for (int freq = block.first; freq < block.end; ++freq, flux += n_dir()) {
    compute_third_order_flux<T, averages, diffuses>(rows, to, steps(freq), n_dir(), flux);
    rows.advance(n_dir());
  }
}

template <class T, int n_static>
template <bool diffuses>
GS_HD void SweepKernel<T, n_static>::upwind_rows(const TileEdge& edge, const FrequencyBlock<T>& block) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  const EdgeDirections<T> to = directions(edge.row);
  const EdgeSteps<T, diffuses> steps(t_, s_, edge.edge);
  T* flux = w_.flux + std::size_t(edge.row) * w_.block_size;
  const T* a = block.from.row(g.cell[0]) + std::size_t(block.first) * n_dir();
  const T* b = block.from.row(g.cell[1]) + std::size_t(block.first) * n_dir();
  for (int freq = block.first; freq < block.end; ++freq, flux += n_dir(), a += n_dir(), b += n_dir())
    compute_upwind_flux<T, diffuses>(a, b, to, steps(freq), n_dir(), flux);
}

template <class T, int n_static>
GS_HD EdgeDonors<T> SweepKernel<T, n_static>::find_donors(int edge) const {
  const EdgeGeometry<T>& g = t_.edges[edge];
  T gives[2], third[2];
  for (int side = 0; side < 2; ++side) {
    const int cell = g.cell[side];
    const bool sea = cell >= 0 && !t_.blocked[cell];
    gives[side] = sea || (cell < 0 && t_.boundary_row[edge] >= 0) ? T(1) : T(0);
    third[side] = sea && !t_.upwind && t_.complete[cell] ? T(1) : T(0);
  }
  return {gives[0], gives[1], third[0], third[1]};
}

template <class T, int n_static>
GS_HD StencilRows<T> SweepKernel<T, n_static>::rows_in_chart(const TileEdge& edge,
                                                             const FrequencyBlock<T>& block,
                                                             Chart chart) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  const std::size_t column = std::size_t(block.first) * n_dir();
  const auto row = [&](int member, int cell) -> const T* {
    if (cell < 0 || t_.blocked[cell]) return t_.zeros;
    if (t_.chart[cell] == chart) return block.from.row(cell) + column;
    return w_.turned + std::size_t(t_.stencil_turns[edge.turns].place[member]) * w_.block_size;
  };
  StencilRows<T> rows{row(0, g.cell[0]),
                      row(1, g.cell[1]),
                      {row(2, g.upstream[0][0]), row(3, g.upstream[0][1])},
                      {row(4, g.upstream[1][0]), row(5, g.upstream[1][1])},
                      row(6, g.side[0]),
                      row(7, g.side[1])};
  const int enters = t_.boundary_row[edge.edge];
  if (enters >= 0) (g.cell[0] < 0 ? rows.a : rows.b) = t_.boundary.row(enters) + column;
  return rows;
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::general_rows(const TileEdge& edge,
                                                  const FrequencyBlock<T>& block) const {
  if (edge.row != edge.row_b) return rows_across_charts(edge, block);
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  const EdgeDonors<T> donors = find_donors(edge.edge);
  const EdgeSteps<T, true> steps(t_, s_, edge.edge);
  const StencilShares<T> shares(t_, edge.edge);
  StencilRows<T> rows = rows_in_chart(edge, block, t_.chart[g.cell[0] >= 0 ? g.cell[0] : g.cell[1]]);
  // Nothing is diffused across an edge with a cell on one side only.
  const T between_cells = g.cell[0] >= 0 && g.cell[1] >= 0 ? donors.gives_a * donors.gives_b : T(0);
  T* flux = w_.flux + std::size_t(edge.row) * w_.block_size;
  for (int freq = block.first; freq < block.end; ++freq, flux += n_dir()) {
    EdgeStep<T> step = steps(freq);
    step.diffusion *= between_cells;
    compute_general_flux(rows, shares(freq), directions(edge.row), step, donors, n_dir(), flux);
    rows.advance(n_dir());
  }
}

// Between two charts each cell's outflow is formed in its own frame and turned once into that of the other.
template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::rows_across_charts(const TileEdge& edge,
                                                        const FrequencyBlock<T>& block) const {
  const int a = t_.edges[edge.edge].cell[0], b = t_.edges[edge.edge].cell[1], n = n_dir();
  const EdgeDonors<T> donors = find_donors(edge.edge);
  const EdgeDonors<T> only_a{donors.gives_a, T(0), donors.third_order_a, T(0)};
  const EdgeDonors<T> only_b{T(0), donors.gives_b, T(0), donors.third_order_b};
  const EdgeSteps<T, true> steps(t_, s_, edge.edge);
  const StencilShares<T> shares(t_, edge.edge);
  StencilRows<T> rows_a = rows_in_chart(edge, block, t_.chart[a]);
  StencilRows<T> rows_b = rows_in_chart(edge, block, t_.chart[b]);
  const RowTurn<T> into_a = turn_into(t_.chart[a], t_.edge_chart_angle[edge.edge]);
  const RowTurn<T> into_b = turn_into(t_.chart[b], t_.edge_chart_angle[edge.edge]);
  T* flux_a = w_.flux + std::size_t(edge.row) * w_.block_size;
  T* flux_b = w_.flux + std::size_t(edge.row_b) * w_.block_size;
  T *turned_a = w_.rows, *turned_b = w_.rows + w_.row_size;
  for (int freq = block.first; freq < block.end; ++freq, flux_a += n, flux_b += n) {
    EdgeStep<T> step = steps(freq);
    step.diffusion *= donors.gives_a * donors.gives_b;
    const StencilWeights<T> weights = shares(freq);
    compute_general_flux(rows_a, weights, directions(edge.row), step, only_a, n, flux_a);
    compute_general_flux(rows_b, weights, directions(edge.row_b), step, only_b, n, flux_b);
    for (int dir = 0; dir < n; ++dir) flux_b[dir] = -flux_b[dir];  // turned as what it is: not negative
    turn_row(flux_a, n, into_b, turned_a, w_.spectral);
    turn_row(flux_b, n, into_a, turned_b, w_.spectral);
    for (int dir = 0; dir < n; ++dir) {
      flux_a[dir] -= turned_b[dir];
      flux_b[dir] = turned_a[dir] - flux_b[dir];
    }
    rows_a.advance(n);
    rows_b.advance(n);
  }
}

// From the other chart, where the polar chart's first axis lies `angle` from local east.
template <class T, int n_static>
GS_HD RowTurn<T> SweepKernel<T, n_static>::turn_into(Chart chart, T angle) const {
  const double turn = chart == Chart::polar ? -double(angle) : double(angle);
  return make_row_turn<T>(turn, double(t_.direction_width), n_dir());
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::turn_cells(const CellTile& tile, const FrequencyBlock<T>& block) const {
  const int n = n_dir();
  T* out = w_.turned;
  for (int i = tile.first_turned; i < tile.end_turned; ++i, out += w_.block_size) {
    const int cell = t_.turned_cells[i];
    const Chart other = t_.chart[cell] == Chart::polar ? Chart::geographic : Chart::polar;
    const RowTurn<T> turn = turn_into(other, t_.chart_angle[cell]);
    const T* in = block.from.row(cell) + std::size_t(block.first) * n;
    for (int freq = 0; freq < block.end - block.first; ++freq)
      turn_row(in + freq * n, n, turn, out + freq * n, w_.spectral);
  }
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::update_cell(int cell, const FrequencyBlock<T>& block) const {
  const int n = n_dir();
  T* out = s_.target.row(cell) + std::size_t(block.first) * n;
  if (t_.blocked[cell]) {
    for (int bin = 0; bin < (block.end - block.first) * n; ++bin) out[bin] = T(0);
    return;
  }
  if (!s_.is_last) {
    sum_fluxes(cell, block, out, n);
    return;
  }
  const int stride = w_.row_size + 2 * row_margin;
  const TurningScratch<T> scratch = make_turning_scratch(w_.spectral, frequencies_per_block * stride);
  sum_fluxes(cell, block, scratch.value, stride);
  turn_directions(cell, block, scratch, out);
}

// `out` holds rows of n_dir bins, `stride` apart.
template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::sum_fluxes(int cell, const FrequencyBlock<T>& block, T* GS_RESTRICT out,
                                                int stride) const {
  const std::size_t first_slot = std::size_t(cell) * t_.max_edges;
  const std::int32_t* row = t_.slot_row + first_slot;
  const T* sign = t_.slot_sign + first_slot;
  const T inv_area = t_.inv_area[cell];
  const int m = t_.n_slot[cell], n = n_dir();
  const T* GS_RESTRICT in = block.from.row(cell) + std::size_t(block.first) * n;
  const auto flux = [&](int k) { return w_.flux + std::size_t(row[k]) * w_.block_size; };
  if (m == 6) {
    const T *f0 = flux(0), *f1 = flux(1), *f2 = flux(2), *f3 = flux(3), *f4 = flux(4), *f5 = flux(5);
    const T s0 = sign[0], s1 = sign[1], s2 = sign[2], s3 = sign[3], s4 = sign[4], s5 = sign[5];
    int bin = 0;
    for (int freq = block.first; freq < block.end; ++freq, bin += n, out += stride)
      for (int dir = 0; dir < n; ++dir) {
        const int at = bin + dir;
        const T sum = s0 * f0[at] + s1 * f1[at] + s2 * f2[at] + s3 * f3[at] + s4 * f4[at] + s5 * f5[at];
        out[dir] = in[at] - inv_area * sum;
      }
    return;
  }
  for (int freq = block.first, bin = 0; freq < block.end; ++freq, bin += n, out += stride) {
    for (int dir = 0; dir < n; ++dir) out[dir] = T(0);
    for (int k = 0; k < m; ++k) {
      const T* GS_RESTRICT f = flux(k) + bin;
      const T s = sign[k];
      for (int dir = 0; dir < n; ++dir) out[dir] += s * f[dir];
    }
    for (int dir = 0; dir < n; ++dir) out[dir] = in[bin + dir] - inv_area * out[dir];
  }
}

// The number of equal sub-steps that keep outflow below its limit, and the factor on all Courant numbers:
// below 1 only where a step would turn by more than 32 times half a bin.
template <class T>
GS_HD GS_INLINE int count_spectral_sub_steps(T outflow, T& factor) {
  constexpr int most = 32;
  const T needed = outflow * T(1.0 / spectral_max_outflow);
  factor = T(1);
  if (needed <= T(1)) return 1;
  int n_sub = 2;
  while (n_sub < most && T(n_sub) < needed) ++n_sub;
  factor = needed > T(most) ? T(1) / needed : T(1) / T(n_sub);
  return n_sub;
}

// The clamp's M: as wide as positivity allows, for a narrow clamp holds back what should leave. At most about
// a thousand.
template <class T>
GS_HD GS_INLINE T spectral_gain(T outflow) {
  return T(spectral_max_gain * spectral_max_outflow) / (outflow + T(1e-3));
}

template <class T>
GS_HD GS_INLINE T magnitude(T value) {
  return value < T(0) ? -value : value;
}

template <class T, int n_static>
GS_HD GS_INLINE TurningCourant<T> SweepKernel<T, n_static>::turning_courant(int cell, int freq,
                                                                            int& n_sub) const {
  const CellGradients<T>& g = t_.gradients[cell];
  const T rate = s_.whole_step * t_.inv_direction_width;
  const T turn = rate * t_.cell_turn(cell, freq);
  const T sphere = rate * t_.cell_group_speed(cell, freq) * g.great_circle;
  TurningCourant<T> c{T(0), -sphere - turn * g.depth_y, turn * g.depth_x, T(0), T(0), T(0)};
  T outflow = magnitude(c.cos1) + magnitude(c.sin1);
  if (t_.has_current) {
    c.steady = rate * g.steady;
    c.cos2 = rate * g.cos2;
    c.sin2 = rate * g.sin2;
    outflow += magnitude(c.steady) + magnitude(c.cos2) + magnitude(c.sin2);
  }
  // Where c_theta changes sign a bin gives to both sides, but the two faces are close in angle: for 12
  // directions and more together no more than the largest face; for fewer up to 1.5 times as much.
  if (n_dir() < 12) outflow *= T(1.5);
  T factor;
  n_sub = count_spectral_sub_steps(outflow, factor);
  return {factor * c.steady, factor * c.cos1, factor * c.sin1,
          factor * c.cos2,   factor * c.sin2, spectral_gain(factor * outflow)};
}

// Turns the rows of scratch.value into `out`. In passes over the block, so that a pass does not read what has
// just been stored and not yet settled.
template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::turn_directions(int cell, const FrequencyBlock<T>& block,
                                                     const TurningScratch<T>& scratch, T* out) const {
  const int n = n_dir(), stride = w_.row_size + 2 * row_margin;
  const int n_freq = block.end - block.first;
  T *value = scratch.value, *flux = scratch.faces.flux;
  const auto faces = [&](int i) {
    return FaceFluxes<T>{flux + i * stride, scratch.faces.most + i * stride,
                         scratch.faces.excess + i * stride};
  };
  for (int i = 0; i < n_freq; ++i) wrap_row(value + i * stride, n);
  int n_sub[frequencies_per_block];
  for (int i = 0; i < n_freq; ++i) {
    const TurningCourant<T> c = turning_courant(cell, block.first + i, n_sub[i]);
    if (t_.has_current)
      compute_turning_flux<T, true>(value + i * stride, n, c, t_.face, faces(i));
    else
      compute_turning_flux<T, false>(value + i * stride, n, c, t_.face, faces(i));
  }
  for (int i = 0; i < n_freq; ++i) wrap_excess(faces(i), n);
  for (int i = 0; i < n_freq; ++i) carry_excess(faces(i), n);
  for (int i = 0; i < n_freq; ++i) flux[i * stride - 1] = flux[i * stride + n - 1];
  for (int i = 0; i < n_freq; ++i) apply_turning_flux(value + i * stride, flux + i * stride, n, out + i * n);
  for (int i = 0; i < n_freq; ++i)
    if (n_sub[i] > 1) turn_again(cell, block.first + i, out + i * n);
}

// The sub-steps after the first, of the few rows that turn fast (shallow water over a slope).
template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::turn_again(int cell, int freq, T* row) const {
  int n_sub;
  const TurningCourant<T> c = turning_courant(cell, freq, n_sub);
  const auto [value, faces] = make_turning_scratch(w_.spectral, w_.row_size + 2 * row_margin);
  const int n = n_dir();
  for (int sub = 1; sub < n_sub; ++sub) {
    for (int dir = 0; dir < n; ++dir) value[dir] = row[dir];
    wrap_row(value, n);
    compute_turning_flux<T, true>(value, n, c, t_.face, faces);
    finish_turn(value, faces, n, row);
  }
}

template <class T, int n_static>
GS_HD void SweepKernel<T, n_static>::shift_spectrum(int cell) const {
  const CellGradients<T>& g = t_.gradients[cell];
  const T rate = s_.whole_step * t_.frequency_grid.inv_log_ratio;
  ShiftCourant<T> c{rate * g.deepening, rate * g.stretch, rate * g.shear_cos, rate * g.shear_sin, T(0)};
  // Both faces of a frequency may lead out of it, hence twice the largest.
  const T outflow = T(2) * (T(0.5) * magnitude(c.deepening) + magnitude(c.stretch) + magnitude(c.shear_cos) +
                            magnitude(c.shear_sin));
  if (outflow == T(0) || t_.blocked[cell]) return;
  T factor;
  const int n_sub = count_spectral_sub_steps(outflow, factor);
  c = {factor * c.deepening, factor * c.stretch, factor * c.shear_cos, factor * c.shear_sin,
       spectral_gain(factor * outflow)};
  for (int sub = 0; sub < n_sub; ++sub)
    shift_frequencies(s_.target.row(cell), t_.frequency_grid, t_.cell_ratio.row(cell), c, w_.spectral);
}

}  // namespace groundswell
