// SPDX-License-Identifier: Apache-2.0
// Gathering is for tests and small output: the root holds everything.
#include "decomp/global_values.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "comm/exact_sum.hpp"

namespace groundswell {
namespace {

void check_size(const LocalMesh& local, std::size_t n_value) {
  require(n_value >= std::size_t(local.n_owned), "values of all cells were requested with ", n_value,
          " values on a rank that owns ", local.n_owned, " cells");
}

// `owned` holds n_col values for each owned cell, without padding.
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

// NaN is larger than all numbers; of equal values the one with the lower global index is larger.
bool is_larger(const CellValue& a, const CellValue& b) {
  if (b.global_cell < 0 || a.global_cell < 0) return b.global_cell < 0 && a.global_cell >= 0;
  if (std::isnan(a.value) != std::isnan(b.value)) return std::isnan(a.value);
  if (a.value > b.value) return true;
  const bool equal = a.value == b.value || std::isnan(a.value);
  return equal && a.global_cell < b.global_cell;
}

}  // namespace

std::vector<double> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                 std::span<const double> values, int root) {
  check_size(local, values.size());
  return gather_packed(communicator, local, values.first(std::size_t(local.n_owned)), 1, root);
}

std::vector<float> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                std::span<const float> values, int root) {
  check_size(local, values.size());
  return gather_packed(communicator, local, values.first(std::size_t(local.n_owned)), 1, root);
}

std::vector<float> gather_cells(const Communicator& communicator, const LocalMesh& local,
                                const RowArray<float>& values, int root) {
  check_size(local, values.n_row());
  std::vector<float> packed;
  packed.reserve(std::size_t(local.n_owned) * values.n_col());
  for (int cell = 0; cell < local.n_owned; ++cell)
    packed.insert(packed.end(), values.row(std::size_t(cell)),
                  values.row(std::size_t(cell)) + values.n_col());
  return gather_packed(communicator, local, std::span<const float>(packed), values.n_col(), root);
}

double sum_cells(const Communicator& communicator, const LocalMesh& local, std::span<const double> values) {
  check_size(local, values.size());
  return sum_exact(communicator, values.first(std::size_t(local.n_owned)));
}

CellValue find_max_cell(const Communicator& communicator, const LocalMesh& local,
                        std::span<const double> values) {
  check_size(local, values.size());
  CellValue largest;
  for (int cell = 0; cell < local.n_owned; ++cell) {
    const CellValue here{values[std::size_t(cell)], local.global_cell[std::size_t(cell)], local.part, cell};
    if (is_larger(here, largest)) largest = here;
  }
  for (const CellValue& other : communicator.all_gather(largest))
    if (is_larger(other, largest)) largest = other;
  return largest;
}

}  // namespace groundswell
