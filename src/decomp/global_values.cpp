// SPDX-License-Identifier: Apache-2.0
#include "decomp/global_values.hpp"

#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

void check_size(const LocalMesh& local, std::size_t n_value) {
  require(n_value >= std::size_t(local.n_owned), "values of all cells were requested with ", n_value,
          " values on a rank that owns ", local.n_owned, " cells");
}

// NaN counts as larger than any number; of equal values the one with the lower global index counts as larger.
bool is_larger(const CellValue& a, const CellValue& b) {
  if (b.global_cell < 0 || a.global_cell < 0) return b.global_cell < 0 && a.global_cell >= 0;
  if (std::isnan(a.value) != std::isnan(b.value)) return std::isnan(a.value);
  if (a.value > b.value) return true;
  const bool equal = a.value == b.value || std::isnan(a.value);
  return equal && a.global_cell < b.global_cell;
}

}  // namespace

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
