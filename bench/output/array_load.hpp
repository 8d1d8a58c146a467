// SPDX-License-Identifier: Apache-2.0
// The load of the benchmarks of array output: variables of doubles, some with one value per cell, some with
// one per cell and level, like the published load of an ocean model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "array_output/array_settings.hpp"
#include "transfer/decomposition.hpp"

namespace groundswell {

// The size of the load: the numbers of variables and of levels. Variables without levels come first.
struct ArrayLoadSize {
  int n_flat = 6, n_deep = 5;
  std::int64_t n_level = 75;
  bool levels_inside = false;  // arrays are [cell][level], not [level][cell]
  int n_variable() const { return n_flat + n_deep; }
  bool is_deep(int variable) const { return variable >= n_flat; }
  // The size of one date in the file [bytes].
  std::int64_t bytes(std::int64_t n_cell) const {
    return std::int64_t(sizeof(double)) * n_cell * (n_flat + n_deep * n_level);
  }
};

class ArrayLoad {
 public:
  // `cells` are those of this rank; a rank that only writes has none.
  ArrayLoad(const ArrayLoadSize& size, Decomposition cells);

  const ArrayLoadSize& size() const { return size_; }
  const Decomposition& cells() const { return cells_; }
  std::int64_t n_local() const { return std::int64_t(cells_.cells.size()); }
  std::int64_t bytes() const { return size_.bytes(cells_.n_global); }
  // [cell]; with levels, in the order that `levels_inside` selects.
  const std::vector<double>& values(int variable) const { return size_.is_deep(variable) ? deep_ : flat_; }
  // Settings for writing some of the variables to one file, for `n_date` dates one second apart, starting at
  // 2000-01-01.
  ArrayOutputSettings settings(const std::string& path, const std::vector<int>& variables,
                               std::int64_t n_date) const;
  static DateTime date(std::int64_t number);

 private:
  FieldArray array_of(int variable) const;

  ArrayLoadSize size_;
  Decomposition cells_;
  std::vector<double> flat_, deep_;  // one array shared by all variables of a kind
};

// The cells of a miniature ocean, that of bindings/examples/fortran/small_ocean.f90, on a longitude-latitude
// grid without the land far from the sea: those of a rank's block, or none if `rank` < 0.
Decomposition make_ocean_cells(std::int64_t n_lon, std::int64_t n_lat, int rank, int n_rank);

}  // namespace groundswell
