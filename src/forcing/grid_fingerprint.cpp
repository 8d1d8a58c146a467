// SPDX-License-Identifier: Apache-2.0
#include "forcing/grid_fingerprint.hpp"

#include <algorithm>
#include <bit>

#include "comm/together.hpp"

namespace groundswell {
namespace {

UsedLines of_all_ranks(UsedLines used, const Communicator* ranks) {
  for (std::vector<std::int64_t>* lines : {&used.rows, &used.columns})
    if (ranks) ranks->sum_in_place(*lines);
  return used;
}

GridBox find_rows(const std::vector<std::int64_t>& used, std::size_t n_lon) {
  const auto in_use = [](std::int64_t n_rank) { return n_rank > 0; };
  const auto first = std::ranges::find_if(used, in_use);
  const auto end = std::find_if(used.rbegin(), used.rend(), in_use).base();
  const std::size_t n_row = first < end ? std::size_t(end - first) : 0;
  return {std::size_t(first - used.begin()), n_row, 0, n_lon, n_lon};
}

}  // namespace

GridFingerprint::GridFingerprint(const LatLonSeries& series, UsedLines used, const Communicator* ranks)
    : series_(series) {
  const UsedLines lines = of_all_ranks(std::move(used), ranks);
  rows_ = find_rows(lines.rows, series.grid().n_lon());
  const std::vector<double> lon = series.grid().longitudes(), lat = series.grid().latitudes();
  for (std::size_t row = 0; row < rows_.n_row; ++row)
    if (lines.rows[rows_.first_row + row] > 0)
      used_rows_.emplace_back(row).place.add_place(0.0, lat[rows_.first_row + row]);
  for (std::size_t column = 0; column < rows_.n_column; ++column)
    if (lines.columns[column] > 0) used_columns_.emplace_back(column).place.add_place(lon[column], 0.0);
}

GridFingerprint::Points GridFingerprint::read(std::size_t index) const {
  Points points;
  for (int c = 0; c < series_.n_component(); ++c)
    points.push_back(rows_.size() > 0 ? series_.read(c, index, rows_) : std::vector<float>());
  return points;
}

std::uint64_t GridFingerprint::of(const Points& points) const {
  std::uint64_t sum = 0;
  for (const Line& row : used_rows_)
    for (const Line& column : used_columns_) {
      ValuesHash hash = row.place;
      hash.add(column.place);
      for (const std::vector<float>& values : points)
        hash.add(values[row.number * rows_.n_column + column.number]);
      sum += hash.value();
    }
  return sum;
}

std::vector<std::uint64_t> GridFingerprint::of_dates(const std::vector<std::size_t>& dates,
                                                     const Communicator* ranks) const {
  std::vector<std::int64_t> sums(dates.size(), 0);
  const auto rank = std::size_t(ranks ? ranks->rank() : 0), n_rank = std::size_t(ranks ? ranks->size() : 1);
  run_together(ranks, [&] {
    for (std::size_t i = rank; i < dates.size(); i += n_rank) sums[i] = std::int64_t(of(read(dates[i])));
    series_.forget_chunks();  // cached chunks hold whole rows; later reads are of boxes
  });
  if (ranks) ranks->sum_in_place(sums);
  return {sums.begin(), sums.end()};
}

}  // namespace groundswell
