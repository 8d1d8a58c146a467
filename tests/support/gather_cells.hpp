// SPDX-License-Identifier: Apache-2.0
// Gathers the values of all ranks' cells on one rank in global order, so that tests can compare runs on
// different numbers of ranks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"
#include "exec/array.hpp"

namespace groundswell::test {

// `owned` holds n_col values for each owned cell, without padding. The result is empty on all ranks but the
// root. Collective.
template <class T>
std::vector<T> gather_packed(const Communicator& communicator, const LocalMesh& local,
                             std::span<const T> owned, std::size_t n_col, int root) {
  const auto cells = std::span<const std::int64_t>(local.global_cell).first(std::size_t(local.n_owned));
  const std::vector<std::int64_t> all_cells = communicator.gather(cells, root);
  const std::vector<T> all = communicator.gather(owned, root);
  if (communicator.rank() != root) return {};
  std::vector<T> ordered(std::size_t(local.n_global_cell) * n_col);
  for (std::size_t i = 0; i < all_cells.size(); ++i)
    std::copy_n(all.begin() + std::ptrdiff_t(i * n_col), n_col,
                ordered.begin() + std::ptrdiff_t(std::size_t(all_cells[i]) * n_col));
  return ordered;
}

// `values` begins with those of the owned cells, in local order.
inline std::vector<double> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                        std::span<const double> values, int root = 0) {
  return gather_packed(communicator, local, values.first(std::size_t(local.n_owned)), 1, root);
}

inline std::vector<float> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                       std::span<const float> values, int root = 0) {
  return gather_packed(communicator, local, values.first(std::size_t(local.n_owned)), 1, root);
}

// Gathers whole rows without their padding: [n_global_cell][n_col].
inline std::vector<float> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                       const RowArray<float>& values, int root = 0) {
  std::vector<float> packed;
  packed.reserve(std::size_t(local.n_owned) * values.n_col());
  for (int cell = 0; cell < local.n_owned; ++cell)
    packed.insert(packed.end(), values.row(std::size_t(cell)),
                  values.row(std::size_t(cell)) + values.n_col());
  return gather_packed(communicator, local, std::span<const float>(packed), values.n_col(), root);
}

}  // namespace groundswell::test
