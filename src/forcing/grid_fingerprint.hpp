// SPDX-License-Identifier: Apache-2.0
// A number for the values of a date that differs where they do: of the points of the grid around the cells of
// all ranks, by their places. So it is the same on any number of ranks, and for any file that covers the
// cells with the same points, however these are ordered and stored.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "files/input_record.hpp"
#include "forcing/grid_box.hpp"
#include "forcing/lat_lon_series.hpp"

namespace groundswell {

class GridFingerprint {
 public:
  using Points = std::vector<std::vector<float>>;  // [component][point]

  // `used` is of this rank's cells; `ranks` is null for one rank alone. The series must live as long.
  // Collective.
  GridFingerprint(const LatLonSeries& series, UsedLines used, const Communicator* ranks);

  // Whole rows, from the first to the last that the cells of any rank use.
  const GridBox& rows() const { return rows_; }
  // Of the series at an index, in those rows.
  Points read(std::size_t index) const;
  // Of such values.
  std::uint64_t of(const Points& points) const;
  // Of dates, as indices, each of which one rank reads. Throws Error on all ranks. Collective.
  std::vector<std::uint64_t> of_dates(const std::vector<std::size_t>& dates, const Communicator* ranks) const;

 private:
  const LatLonSeries& series_;
  GridBox rows_;
  // In use, by number in those rows, with a number for the place of each.
  struct Line {
    std::size_t number = 0;
    ValuesHash place;
  };
  std::vector<Line> used_rows_, used_columns_;
};

}  // namespace groundswell
