// SPDX-License-Identifier: Apache-2.0
// Longitudes are sorted around the circle, repeated columns are dropped, and the axis is cut at its widest
// gap; if no gap is wide, the grid is global. Beyond the last row before a pole, a global grid continues with
// the same row on the opposite meridian, unless rows are missing there.
#include "forcing/lat_lon_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr double slack = 1e-5;         // [degree] tolerance for points outside the grid
constexpr double cap_latitude = 75.0;  // [degree] poleward of which vectors are turned

double wrapped(double lon) {
  const double rest = std::fmod(lon, 360.0);
  return rest < 0.0 ? rest + 360.0 : rest;
}

// Index of the interval [axis[i], axis[i + 1]] that contains x, clamped to the axis.
std::size_t interval_of(const std::vector<double>& axis, double x) {
  const auto above = std::upper_bound(axis.begin(), axis.end(), x);
  const auto i = std::size_t(std::max<std::ptrdiff_t>(0, above - axis.begin() - 1));
  return std::min(i, axis.size() - 2);
}

}  // namespace

LatLonGrid::LatLonGrid(const std::vector<double>& lon, const std::vector<double>& lat,
                       const std::string& where)
    : n_lon_(lon.size()), n_lat_(lat.size()), lat_(lat) {
  require(n_lon_ >= 2 && n_lat_ >= 2, where, " has a grid of ", n_lon_, " longitudes and ", n_lat_,
          " latitudes; at least two of each are needed");
  lat_descends_ = lat.front() > lat.back();
  if (lat_descends_) std::reverse(lat_.begin(), lat_.end());
  for (std::size_t j = 0; j < n_lat_; ++j)
    require(std::abs(lat_[j]) <= 90.0 + slack && (j == 0 || lat_[j] > lat_[j - 1]), where,
            " has latitudes that do not rise or fall steadily between -90 and 90 (", lat_[j],
            "); the grid must be regular in longitude and latitude");

  std::vector<std::size_t> order(n_lon_);
  std::iota(order.begin(), order.end(), 0u);
  for (double value : lon) require(std::isfinite(value), where, " has a missing longitude");
  std::stable_sort(order.begin(), order.end(),
                   [&](auto a, auto b) { return wrapped(lon[a]) < wrapped(lon[b]); });
  // Repeated longitudes (0 and 360 in one file) count once: those closer than a small fraction of the typical
  // spacing.
  std::vector<double> gaps;
  for (std::size_t i = 0; i < n_lon_; ++i)
    gaps.push_back(wrapped(lon[order[(i + 1) % n_lon_]] - lon[order[i]]));
  std::vector<double> sorted = gaps;
  std::nth_element(sorted.begin(), sorted.begin() + std::ptrdiff_t(n_lon_ / 2), sorted.end());
  const double spacing = sorted[n_lon_ / 2];
  std::vector<std::size_t> distinct;
  std::vector<double> gap_after;
  for (std::size_t i = 0; i < n_lon_; ++i) {
    const double same = std::max(1e-3 * spacing, 1e-6);
    const bool same_as_next = gaps[i] < same || gaps[i] > 360.0 - same;
    if (same_as_next) continue;
    distinct.push_back(order[i]);
    gap_after.push_back(gaps[i]);
  }
  require(distinct.size() >= 2, where, " has fewer than two distinct longitudes");
  const auto widest = std::size_t(std::max_element(gap_after.begin(), gap_after.end()) - gap_after.begin());
  periodic_ = gap_after[widest] < 1.5 * spacing;
  const std::size_t first = (widest + 1) % distinct.size();
  first_lon_ = lon[distinct[first]];
  for (std::size_t i = 0; i < distinct.size(); ++i) {
    const std::size_t column = distinct[(first + i) % distinct.size()];
    column_.push_back(column);
    lon_.push_back(i == 0 ? 0.0 : wrapped(lon[column] - first_lon_));
  }
}

LatLonGrid::Pair LatLonGrid::find_columns(double lon) const {
  double x = wrapped(lon - first_lon_);
  if (x > 360.0 - slack) x = 0.0;
  if (!periodic_ && x > lon_.back() + slack) return {};
  if (x > lon_.back() && periodic_)
    return {column_.back(), column_.front(), (x - lon_.back()) / (360.0 - lon_.back()), true};
  const std::size_t i = interval_of(lon_, x);
  return {column_[i], column_[i + 1], std::clamp((x - lon_[i]) / (lon_[i + 1] - lon_[i]), 0.0, 1.0), true};
}

Stencil LatLonGrid::stencil(double lon_rad, double lat_rad) const {
  const double lon = lon_rad / degree, lat = lat_rad / degree;
  const Pair here = find_columns(lon), beyond = find_columns(lon + 180.0);
  Stencil out;
  if (!here.inside) return out;
  const auto file_row = [this](std::size_t j) { return lat_descends_ ? n_lat_ - 1 - j : j; };
  const auto set_row = [&](int slot, std::size_t j, const Pair& columns, double weight) {
    out.points[std::size_t(slot)] = {file_row(j), columns.first, weight * (1.0 - columns.weight), 0.0};
    out.points[std::size_t(slot) + 1] = {file_row(j), columns.second, weight * columns.weight, 0.0};
  };
  const bool over_north = lat > lat_.back() + slack, over_south = lat < lat_.front() - slack;
  if (over_north || over_south) {
    // Interpolates between the last row and the same row beyond the pole, on a grid all around the globe
    // whose last row is at most one row spacing away from the pole.
    const std::size_t j = over_north ? n_lat_ - 1 : 0;
    const double spacing = std::abs(lat_[over_north ? n_lat_ - 2 : 1] - lat_[j]);
    const double to_pole = 90.0 - std::abs(lat_[j]);
    if (!periodic_ || to_pole > 1.01 * spacing) return out;
    const double weight = (std::abs(lat) - std::abs(lat_[j])) / (2.0 * to_pole);
    set_row(0, j, here, 1.0 - weight);
    set_row(2, j, beyond, weight);
  } else {
    const std::size_t j = interval_of(lat_, lat);
    const double weight = std::clamp((lat - lat_[j]) / (lat_[j + 1] - lat_[j]), 0.0, 1.0);
    set_row(0, j, here, 1.0 - weight);
    set_row(2, j + 1, here, weight);
  }
  out.inside = true;
  if (std::abs(lat) > cap_latitude)
    for (StencilPoint& point : out.points) {
      const auto i = std::size_t(std::find(column_.begin(), column_.end(), point.column) - column_.begin());
      const double east_of_here = first_lon_ + lon_[i] - lon;
      point.turn = (lat > 0.0 ? 1.0 : -1.0) * std::remainder(east_of_here, 360.0) * degree;
    }
  return out;
}

std::vector<double> LatLonGrid::longitudes() const {
  std::vector<double> lon(n_lon_, 0.0);
  for (std::size_t i = 0; i < column_.size(); ++i) lon[column_[i]] = wrapped(first_lon_ + lon_[i]);
  return lon;
}

std::vector<double> LatLonGrid::latitudes() const {
  std::vector<double> lat = lat_;
  if (lat_descends_) std::reverse(lat.begin(), lat.end());
  return lat;
}

std::string LatLonGrid::extent() const {
  const std::string lons = periodic_ ? std::string("all longitudes")
                                     : text("longitudes ", first_lon_, " to ", first_lon_ + lon_.back());
  return text(lons, ", latitudes ", lat_.front(), " to ", lat_.back());
}

}  // namespace groundswell
