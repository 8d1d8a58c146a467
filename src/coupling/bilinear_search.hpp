// SPDX-License-Identifier: Apache-2.0
// Bilinear weights on a source grid of longitudes and latitudes. Columns that go all around the globe are
// closed. Between the last row of such a grid and a pole that is at most one step of rows away, values follow
// the meridian through the pole: linear between the row's value at the place's longitude and that on the
// opposite meridian, which is exact for constants, and of second order for smooth scalars and for vectors
// that are added in space.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "coupling/sparse_matrix.hpp"
#include "coupling/whole_grid.hpp"

namespace groundswell {

class BilinearSearch {
 public:
  // Throws Error if the source has no axes of at least two columns and two rows.
  explicit BilinearSearch(const WholeGrid& source);

  // The points around a place [rad; m in the plane], also those not in use, with positive weights that add up
  // to 1; empty outside the grid.
  MatrixRow find(double lon, double lat) const;

 private:
  // Two neighbouring columns or rows; the second has the weight `share`.
  struct Pair {
    std::int64_t first = 0, second = 0;
    double share = 0.0;
  };
  std::optional<Pair> find_columns(double lon) const;
  std::optional<Pair> find_rows(double lat) const;
  MatrixRow make_row(const Pair& columns, const Pair& rows) const;
  MatrixRow find_over_pole(double lon, double lat) const;

  bool on_sphere_;
  double slack_;  // places this far outside are inside
  double first_lon_;
  std::vector<double> lon_;  // eastward of first_lon_, ascending
  std::vector<double> lat_;  // in the order of rows
  std::vector<double> up_;   // latitudes, ascending
  bool is_circle_ = false;
};

}  // namespace groundswell
