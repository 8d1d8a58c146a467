// SPDX-License-Identifier: Apache-2.0
#include "coupling/bilinear_search.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr double circle = 2.0 * pi;

double eastward(double lon, double from) {
  const double way = std::fmod(lon - from, circle);
  return way < 0.0 ? way + circle : way;
}

// Index of the interval [axis[i], axis[i + 1]] that contains x, clamped to the axis.
std::size_t interval_of(const std::vector<double>& axis, double x) {
  const auto above = std::upper_bound(axis.begin(), axis.end(), x) - axis.begin();
  return std::size_t(std::clamp<std::ptrdiff_t>(above - 1, 0, std::ptrdiff_t(axis.size()) - 2));
}

double share_of(double x, double from, double to) {
  return std::clamp((x - from) / (to - from), 0.0, 1.0);
}

}  // namespace

BilinearSearch::BilinearSearch(const WholeGrid& source)
    : on_sphere_(source.on_sphere), slack_(source.same_distance()) {
  const GridAxes& axes = source.axes;
  require(!axes.empty(), "the grid of '", source.name,
          "' is not one of rows of longitudes, which regridding of kind bilinear needs; use three_points for "
          "a mesh, or nearest");
  require(axes.lon.size() >= 2 && axes.lat.size() >= 2, "the grid of '", source.name, "' has ",
          axes.lon.size(), " columns and ", axes.lat.size(),
          " rows; regridding of kind bilinear needs two of each at least; use nearest");
  first_lon_ = axes.lon[0];
  double widest = 0.0;
  for (const double lon : axes.lon) {
    // A column at (nearly) the longitude of the first one is a full circle farther east.
    double x = on_sphere_ ? eastward(lon, first_lon_) : lon - first_lon_;
    if (!lon_.empty() && x <= lon_.back()) x += circle;
    if (!lon_.empty()) widest = std::max(widest, x - lon_.back());
    lon_.push_back(x);
  }
  is_circle_ = on_sphere_ && circle - lon_.back() < 1.5 * widest;
  lat_ = up_ = axes.lat;
  if (up_.front() > up_.back()) std::ranges::reverse(up_);
}

std::optional<BilinearSearch::Pair> BilinearSearch::find_columns(double lon) const {
  double x = on_sphere_ ? eastward(lon, first_lon_) : lon - first_lon_;
  const auto last = std::int64_t(lon_.size()) - 1;
  if (is_circle_ && x > lon_.back()) return Pair{last, 0, share_of(x, lon_.back(), circle)};
  if (on_sphere_ && !is_circle_ && x > circle - slack_) x = 0.0;
  if (!is_circle_ && (x < -slack_ || x > lon_.back() + slack_)) return {};
  const std::size_t i = interval_of(lon_, x);
  return Pair{std::int64_t(i), std::int64_t(i) + 1, share_of(x, lon_[i], lon_[i + 1])};
}

std::optional<BilinearSearch::Pair> BilinearSearch::find_rows(double lat) const {
  if (lat < up_.front() - slack_ || lat > up_.back() + slack_) return {};
  const std::size_t i = interval_of(up_, lat);
  const double share = share_of(lat, up_[i], up_[i + 1]);
  if (lat_.front() < lat_.back()) return Pair{std::int64_t(i), std::int64_t(i) + 1, share};
  const auto row = std::int64_t(lat_.size()) - 1 - std::int64_t(i);
  return Pair{row, row - 1, share};
}

MatrixRow BilinearSearch::make_row(const Pair& columns, const Pair& rows) const {
  MatrixRow row;
  const auto n_lon = std::int64_t(lon_.size());
  for (const bool second_row : {false, true})
    for (const bool second_column : {false, true}) {
      const double weight = (second_row ? rows.share : 1.0 - rows.share) *
                            (second_column ? columns.share : 1.0 - columns.share);
      row.push_back(
          {(second_row ? rows.second : rows.first) * n_lon + (second_column ? columns.second : columns.first),
           weight});
    }
  return row;
}

MatrixRow BilinearSearch::find_over_pole(double lon, double lat) const {
  const bool north = lat > up_.back();
  const double last = north ? up_.back() : -up_.front(), to_pole = 0.5 * pi - last;
  const double step = north ? up_.back() - up_[up_.size() - 2] : up_[1] - up_[0];
  const auto here = find_columns(lon), beyond = find_columns(lon + pi);
  if (!is_circle_ || to_pole > 1.01 * step) return {};
  const std::int64_t edge =
      north == (lat_.front() < lat_.back()) ? std::int64_t(lat_.size()) - 1 : std::int64_t(0);
  const double share = share_of(std::abs(lat), last, last + 2.0 * to_pole);
  MatrixRow row;
  for (const auto& [columns, weight] : {std::pair{here, 1.0 - share}, std::pair{beyond, share}})
    for (MatrixEntry entry : make_row(*columns, {edge, edge, 0.0})) {
      entry.weight *= weight;
      row.push_back(entry);
    }
  return row;
}

MatrixRow BilinearSearch::find(double lon, double lat) const {
  const auto columns = find_columns(lon);
  if (!columns) return {};
  const auto rows = find_rows(lat);
  MatrixRow row = rows ? make_row(*columns, *rows) : on_sphere_ ? find_over_pole(lon, lat) : MatrixRow{};
  normalize_weights(row);
  return row;
}

}  // namespace groundswell
