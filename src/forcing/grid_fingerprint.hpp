// SPDX-License-Identifier: Apache-2.0
// A fingerprint of the values at a date: those at the crossings of all grid rows and columns that cells use
// on any rank, with the positions of these points. It is the same on any number of ranks, and for any file
// that covers the cells with the same points, in whatever order and layout they are stored.
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

  // `used` are the grid lines that this rank's cells use; `ranks` is null for a single rank. The series must
  // outlive this object. Collective.
  GridFingerprint(const LatLonSeries& series, UsedLines used, const Communicator* ranks);

  // Whole rows, from the first to the last used by the cells of any rank.
  const GridBox& rows() const { return rows_; }
  // The values of the series in rows(), at the date with this index.
  Points read(std::size_t index) const;
  // The fingerprint of values as returned by read().
  std::uint64_t of(const Points& points) const;
  // Fingerprints of dates (as indices), each read by one rank. Throws Error on all ranks if a date cannot be
  // read. Collective.
  std::vector<std::uint64_t> of_dates(const std::vector<std::size_t>& dates, const Communicator* ranks) const;

 private:
  const LatLonSeries& series_;
  GridBox rows_;
  // A used row or column: its number within rows(), and a hash of its position.
  struct Line {
    explicit Line(std::size_t number) : number(number) {}

    std::size_t number;
    ValuesHash place;
  };
  std::vector<Line> used_rows_, used_columns_;
};

}  // namespace groundswell
