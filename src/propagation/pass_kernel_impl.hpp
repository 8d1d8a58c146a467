// SPDX-License-Identifier: Apache-2.0
// Definitions of the functions of PassKernel for fluxes and their sums; included only by pass_kernel.hpp.
#pragma once

#include "propagation/pass_kernel.hpp"

namespace groundswell {

template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::run_tile(const CellTile& tile, const TileEdge* edges) const {
  run_frequencies(tile, edges, s_.from, 0, s_.n_continue);
  run_frequencies(tile, edges, s_.start, s_.n_continue, s_.n_freq);
  if (!s_.is_last || !t_.shifts_frequency) return;
  for (int cell = tile.first_cell; cell < tile.end_cell; ++cell) shift_spectrum(cell);
}

template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::run_frequencies(const CellTile& tile, const TileEdge* edges,
                                                      const Rows<const T>& from, int first, int end) const {
  const int n_block = (end - first + frequencies_per_block - 1) / frequencies_per_block;
  for (int i = 0, block_end; i < n_block; ++i, first = block_end) {
    block_end = first + (end - first) / (n_block - i);  // blocks of similar size
    const FrequencyBlock<T> block{from, first, block_end};
    turn_cells(tile, block);
    const TileEdge *edge = edges + tile.first_edge, *end_edge = edges + tile.end_edge;
    int read = tile.first_read;
    for (int cell = tile.first_cell; cell < tile.end_cell; ++cell) {
      for (; read < tile.end_read && t_.reads[read].first_cell <= cell + cells_ahead; ++read)
        prefetch(from.row(t_.reads[read].cell), block);
      if (cell + cells_ahead < tile.end_cell) prefetch_cell(cell + cells_ahead, block);
      for (; edge->first_cell == cell; ++edge) {
        if (edge + edges_ahead < end_edge) prefetch_edge(edge[edges_ahead].edge, block);
        flux_of_edge(*edge, block);
      }
      update_cell(cell, block);
    }
  }
}

// Prefetches the block's frequencies of a spectrum that will be read or written.
template <class Real, int n_known>
GS_HD GS_INLINE void PassKernel<Real, n_known>::prefetch(const T* spectrum,
                                                         const FrequencyBlock<T>& block) const {
#if !defined(__CUDA_ARCH__)
  constexpr int cache_line = int(array_alignment / sizeof(T));
  const T* end = spectrum + std::size_t(block.end) * n_dir();
  for (const T* at = spectrum + std::size_t(block.first) * n_dir(); at < end; at += cache_line)
    __builtin_prefetch(at, 0, 2);
#endif
}

template <class T>
GS_HD GS_INLINE void prefetch_ends(const T* row, int first, int end) {
#if !defined(__CUDA_ARCH__)
  __builtin_prefetch(row + first);
  __builtin_prefetch(row + end - 1);
#endif
}

// Prefetches what a flux needs beside spectra.
template <class Real, int n_known>
GS_HD GS_INLINE void PassKernel<Real, n_known>::prefetch_edge(int edge,
                                                              const FrequencyBlock<T>& block) const {
  prefetch_ends(t_.edges, edge, edge + 1);
  prefetch_ends(t_.moved.row(edge), block.first, block.end);
  prefetch_ends(t_.edge_group_speed.row(edge), block.first, block.end);
  if (t_.diffusion.data) prefetch_ends(t_.diffusion.row(edge), block.first, block.end);
}

// Prefetches what the update of a cell writes and needs beside fluxes.
template <class Real, int n_known>
GS_HD GS_INLINE void PassKernel<Real, n_known>::prefetch_cell(int cell,
                                                              const FrequencyBlock<T>& block) const {
  prefetch(s_.to.row(cell), block);
  if (!s_.is_last && block.first >= t_.n_often[cell]) return;
  prefetch_ends(t_.gradients, cell, cell + 1);
  for (const Rows<const T>* rows : {&t_.cell_group_speed, &t_.rise_x, &t_.rise_y})
    prefetch_ends(rows->row(cell), block.first, block.end);
}

// Computes the flux across an edge [freq][dir] in the frame of one of its sides. one_donor: each direction
// has the same donor at all frequencies.
template <class Real, int n_known>
template <bool one_donor, class Flux, class Steps>
GS_HD GS_INLINE void PassKernel<Real, n_known>::fill_row(const Flux& flux, const Steps& steps, int edge,
                                                         int side, const FrequencyBlock<T>& block,
                                                         T* out) const {
  for (int i = 0; i < n_dir(); i += run_width<Real>) {
    const int dir = run_start<Real>(i, n_dir());
    const EdgeDirection<Real> to = compute_edge_direction<Real>(
        t_.edges[edge], side, load_run<Real>(t_.cos_dir + dir), load_run<Real>(t_.sin_dir + dir));
    const Donor donor = one_donor ? find_donor(to) : Donor::either;
    if (donor == Donor::either)
      fill_run<Donor::either>(flux, steps, to, dir, block, out);
    else if (donor == Donor::a)
      fill_run<Donor::a>(flux, steps, to, dir, block, out);
    else
      fill_run<Donor::b>(flux, steps, to, dir, block, out);
  }
}

// Computes the flux for one run of directions at all frequencies of the block.
template <class Real, int n_known>
template <Donor donor, class Flux, class Steps>
GS_HD GS_INLINE void PassKernel<Real, n_known>::fill_run(const Flux& flux, const Steps& steps,
                                                         const EdgeDirection<Real>& to, int dir,
                                                         const FrequencyBlock<T>& block, T* out) const {
  // Copies that stay in registers: the compiler cannot know that `out` does not overlap the originals.
  const Flux form_of = flux;
  const Steps step_of = steps;
  const EdgeDirection<Real> direction = to;
  const int end = block.end, n = n_dir();
  std::size_t at = std::size_t(dir);
  for (int freq = block.first; freq < end; ++freq, at += std::size_t(n))
    store_run(out + at, form_of.template form<donor>(at, direction, step_of(freq)));
}

// Not inlined: for identical bits, both tiles of an edge must compute its flux by the same instructions.
template <class Real, int n_known>
GS_HD GS_NOINLINE void PassKernel<Real, n_known>::flux_of_edge(const TileEdge& edge,
                                                               const FrequencyBlock<T>& block) const {
  const bool diffuses = t_.sprinkler[edge.edge] > T(0);
  if (t_.has_current)
    diffuses ? flux_with<EdgeTerms<true, true>>(edge, block) : flux_with<EdgeTerms<true, false>>(edge, block);
  else
    diffuses ? flux_with<EdgeTerms<false, true>>(edge, block)
             : flux_with<EdgeTerms<false, false>>(edge, block);
}

template <class Real, int n_known>
template <class Terms>
GS_HD GS_INLINE void PassKernel<Real, n_known>::flux_with(const TileEdge& edge,
                                                          const FrequencyBlock<T>& block) const {
  const int fast = maximum(block.first, minimum(block.end, t_.n_general[edge.edge]));
  count(Work::general_fluxes, fast - block.first);
  count(Work::fast_fluxes, block.end - fast);
  if (block.first < fast) general_flux<Terms>(edge, {block.from, block.first, fast});
  if (fast < block.end)
    common_flux<Terms>(edge.edge, {block.from, fast, block.end},
                       flux_row(edge.row) + std::size_t(fast - block.first) * n_dir());
}

template <class Real, int n_known>
template <class Terms>
GS_HD void PassKernel<Real, n_known>::common_flux(int edge, const FrequencyBlock<T>& block, T* out) const {
  const EdgeGeometry<T>& g = t_.edges[edge];
  const auto row = [&](int cell) { return block.from.row(cell) + std::size_t(block.first) * n_dir(); };
  const EdgeSteps<T, Terms> steps(t_, s_, edge);
  if (t_.upwind) {
    fill_row<!Terms::has_current>(UpwindFlux<Real, Terms>{row(g.cell[0]), row(g.cell[1])}, steps, edge, 0,
                                  block, out);
    return;
  }
  const StencilRows<T> rows{
      row(g.cell[0]),
      row(g.cell[1]),
      {{row(g.upstream[0][0]), row(g.upstream[0][1])}, {row(g.upstream[1][0]), row(g.upstream[1][1])}},
      row(g.side[0]),
      row(g.side[1])};
  if (t_.averages[edge])
    fill_row<!Terms::has_current>(ThirdOrderFlux<Real, true, Terms>{rows}, steps, edge, 0, block, out);
  else
    fill_row<!Terms::has_current>(ThirdOrderFlux<Real, false, Terms>{rows}, steps, edge, 0, block, out);
}

template <class Real, int n_known>
GS_HD EdgeDonors<Scalar<Real>> PassKernel<Real, n_known>::find_donors(int edge) const {
  const EdgeGeometry<T>& g = t_.edges[edge];
  T gives[2], third[2];
  bool cells = true;
  for (int side = 0; side < 2; ++side) {
    const int cell = g.cell[side];
    const bool sea = cell >= 0 && !t_.blocked[cell];
    gives[side] = sea || (cell < 0 && t_.boundary_row[edge] >= 0) ? T(1) : T(0);
    const bool onto_shelf = t_.shelf_side[edge] == 1 - side;
    const int other = g.cell[1 - side];
    const bool to_sea = other >= 0 && !t_.blocked[other];
    third[side] = sea && to_sea && !t_.upwind && t_.third_order[cell] && !onto_shelf ? T(1) : T(0);
    cells = cells && sea;
  }
  // There is no diffusion across an edge unless both cells exist and neither is blocked.
  return {gives[0], gives[1], third[0], third[1], cells ? T(1) : T(0)};
}

template <class Real, int n_known>
GS_HD StencilRows<Scalar<Real>> PassKernel<Real, n_known>::rows_in_chart(const TileEdge& edge,
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
                      {{row(2, g.upstream[0][0]), row(3, g.upstream[0][1])},
                       {row(4, g.upstream[1][0]), row(5, g.upstream[1][1])}},
                      row(6, g.side[0]),
                      row(7, g.side[1])};
  const int enters = t_.boundary_row[edge.edge];
  if (enters >= 0) (g.cell[0] < 0 ? rows.a : rows.b) = t_.boundary.row(enters) + column;
  return rows;
}

template <class Real, int n_known>
template <class Terms>
GS_HD void PassKernel<Real, n_known>::general_flux(const TileEdge& edge,
                                                   const FrequencyBlock<T>& block) const {
  const EdgeGeometry<T>& g = t_.edges[edge.edge];
  StencilWeights<T> weights[frequencies_per_block];
  compute_weights(t_, edge.edge, block.first, block.end, weights);
  const GeneralEdgeSteps<T, Terms> steps(t_, s_, edge.edge, block.first, weights);
  const EdgeDonors<T> donors = find_donors(edge.edge);
  const Chart chart = t_.chart[g.cell[0] >= 0 ? g.cell[0] : g.cell[1]];
  if (g.cell[1] >= 0 && t_.chart[g.cell[1]] != chart)
    return flux_across_charts<Terms>(edge, donors, steps, block);
  fill_row<!Terms::has_current>(GeneralFlux<Real, Terms>{rows_in_chart(edge, block, chart), donors}, steps,
                                edge.edge, 0, block, flux_row(edge.row));
  if (edge.row != edge.row_b) pass_obstacles(edge, block);
}

// Splits a flux into those that the two cells see: the one that receives gains less than the other one gives.
template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::pass_obstacles(const TileEdge& edge,
                                                     const FrequencyBlock<T>& block) const {
  const int a = t_.edges[edge.edge].cell[0], b = t_.edges[edge.edge].cell[1], n = n_dir();
  const T *leave_a = obstacle_shares(t_.leave, a), *leave_b = obstacle_shares(t_.leave, b);
  const T *enter_a = obstacle_shares(t_.enter, a), *enter_b = obstacle_shares(t_.enter, b);
  T *flux_a = flux_row(edge.row), *flux_b = flux_row(edge.row_b);
  for (int freq = block.first; freq < block.end; ++freq, flux_a += n, flux_b += n)
    for (int dir = 0; dir < n; ++dir) {
      const T forth = maximum(flux_a[dir], T(0)), back = minimum(flux_a[dir], T(0));
      flux_a[dir] = forth + back * (leave_b[dir] * enter_a[dir]);
      flux_b[dir] = forth * (leave_a[dir] * enter_b[dir]) + back;
    }
}

// Between two charts, each cell's outflow is computed in its own frame and rotated once into the other.
template <class Real, int n_known>
template <class Terms>
GS_HD void PassKernel<Real, n_known>::flux_across_charts(const TileEdge& edge, const EdgeDonors<T>& donors,
                                                         const GeneralEdgeSteps<T, Terms>& steps,
                                                         const FrequencyBlock<T>& block) const {
  const int a = t_.edges[edge.edge].cell[0], b = t_.edges[edge.edge].cell[1], n = n_dir();
  EdgeDonors<T> only_a = donors, only_b = donors;
  only_a.gives_b = only_a.third_order_b = T(0);
  only_b.gives_a = only_b.third_order_a = T(0);
  T *flux_a = flux_row(edge.row), *flux_b = flux_row(edge.row_b);
  fill_row<!Terms::has_current>(GeneralFlux<Real, Terms>{rows_in_chart(edge, block, t_.chart[a]), only_a},
                                steps, edge.edge, 0, block, flux_a);
  fill_row<!Terms::has_current>(GeneralFlux<Real, Terms>{rows_in_chart(edge, block, t_.chart[b]), only_b},
                                steps, edge.edge, 1, block, flux_b);
  const RowTurn<T> into_a = turn_into(t_.chart[a], t_.edge_chart_angle[edge.edge]);
  const RowTurn<T> into_b = turn_into(t_.chart[b], t_.edge_chart_angle[edge.edge]);
  const T *leave_a = obstacle_shares(t_.leave, a), *leave_b = obstacle_shares(t_.leave, b);
  const T *enter_a = obstacle_shares(t_.enter, a), *enter_b = obstacle_shares(t_.enter, b);
  T *turned_a = w_.rows, *turned_b = w_.rows + w_.row_size, *passed = w_.rows + 2 * w_.row_size;
  for (int freq = block.first; freq < block.end; ++freq, flux_a += n, flux_b += n) {
    for (int dir = 0; dir < n; ++dir) flux_b[dir] = -flux_b[dir];  // negated, as turn_row needs values >= 0
    for (int dir = 0; dir < n; ++dir) passed[dir] = flux_a[dir] * leave_a[dir];
    turn_row<Real>(passed, n, into_b, turned_a, w_.spectral);
    for (int dir = 0; dir < n; ++dir) passed[dir] = flux_b[dir] * leave_b[dir];
    turn_row<Real>(passed, n, into_a, turned_b, w_.spectral);
    for (int dir = 0; dir < n; ++dir) {
      flux_a[dir] -= turned_b[dir] * enter_a[dir];
      flux_b[dir] = turned_a[dir] * enter_b[dir] - flux_b[dir];
    }
  }
}

// The rotation from the other chart into `chart`; the polar chart's first axis is at `angle` from local east.
template <class Real, int n_known>
GS_HD RowTurn<Scalar<Real>> PassKernel<Real, n_known>::turn_into(Chart chart, T angle) const {
  const double turn = chart == Chart::polar ? -double(angle) : double(angle);
  return make_row_turn<T>(turn, double(t_.direction_width), n_dir());
}

template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::turn_cells(const CellTile& tile, const FrequencyBlock<T>& block) const {
  const int n = n_dir();
  T* out = w_.turned;
  for (int i = tile.first_turned; i < tile.end_turned; ++i, out += w_.block_size) {
    const int cell = t_.turned_cells[i];
    const Chart other = t_.chart[cell] == Chart::polar ? Chart::geographic : Chart::polar;
    const RowTurn<T> turn = turn_into(other, t_.chart_angle[cell]);
    const T* in = block.from.row(cell) + std::size_t(block.first) * n;
    for (int freq = 0; freq < block.end - block.first; ++freq)
      turn_row<Real>(in + freq * n, n, turn, out + freq * n, w_.spectral);
  }
}

template <class Real, int n_known>
GS_HD GS_NOINLINE void PassKernel<Real, n_known>::update_cell(int cell,
                                                              const FrequencyBlock<T>& block) const {
  const int n = n_dir();
  count(Work::moved_rows, block.end - block.first);
  T* out = s_.to.row(cell) + std::size_t(block.first) * n;
  if (t_.blocked[cell]) {
    for (int bin = 0; bin < (block.end - block.first) * n; ++bin) out[bin] = T(0);
    return;
  }
  if (!s_.is_last && block.first >= t_.n_often[cell]) {
    sum_any_fluxes(cell, block, out, n);
    return;
  }
  const int stride = w_.row_size + 2 * row_margin;
  const TurningScratch<T> scratch = make_turning_scratch(w_.spectral, frequencies_per_block * stride);
  sum_any_fluxes(cell, block, scratch.value, stride);
  turn_directions(cell, block, scratch, out);
}

// `out` holds rows of n_dir bins, `stride` apart. n_slot_known: the number of edges if it is known at compile
// time, else 0.
template <class Real, int n_known>
template <int n_slot_known>
GS_HD GS_INLINE void PassKernel<Real, n_known>::sum_fluxes(int cell, const FrequencyBlock<T>& block, T* out,
                                                           int stride) const {
  constexpr int most_slots = n_slot_known > 0 ? n_slot_known : max_slots;
  const std::size_t first_slot = std::size_t(cell) * t_.max_edges;
  const int n_slot = n_slot_known > 0 ? n_slot_known : t_.n_slot[cell], n_dir = this->n_dir();
  const T* flux[most_slots];
  Real weight[most_slots];
  for (int k = 0; k < n_slot; ++k) {
    flux[k] = flux_row(t_.slot_row[first_slot + k]);
    weight[k] = Real(t_.slot_weight[first_slot + k]);
  }
  const T* in = block.from.row(cell) + std::size_t(block.first) * n_dir;
  for (int i = 0; i < block.end - block.first; ++i, in += n_dir, out += stride)
    for (int j = 0; j < n_dir; j += run_width<Real>) {
      const int dir = run_start<Real>(j, n_dir);
      Real value = load_run<Real>(in + dir);
      for (int k = 0; k < n_slot; ++k) value -= weight[k] * load_run<Real>(flux[k] + i * n_dir + dir);
      store_run(out + dir, value);
    }
}

template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::sum_any_fluxes(int cell, const FrequencyBlock<T>& block, T* out,
                                                     int stride) const {
  if (t_.n_slot[cell] == 6)
    sum_fluxes<6>(cell, block, out, stride);
  else
    sum_fluxes<0>(cell, block, out, stride);
}

}  // namespace groundswell
