// SPDX-License-Identifier: Apache-2.0
#include "mesh/regular_grid.hpp"

#include <algorithm>
#include <string_view>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Step of a regular axis, computed from its ends, so that rounding errors in the file do not accumulate.
double regular_step(const std::vector<double>& axis, std::string_view name) {
  require(axis.size() >= 2, "the ", name, " axis has ", axis.size(), " points; at least 2 are needed");
  const double step = (axis.back() - axis.front()) / (axis.size() - 1.0);
  for (std::size_t i = 1; i < axis.size(); ++i)
    require(std::abs(axis[i] - axis[i - 1] - step) <= 0.01 * std::abs(step), "the ", name,
            " axis is not regular: the step from ", axis[i - 1], " to ", axis[i], " is ",
            axis[i] - axis[i - 1], " degrees, but the mean step is ", step);
  return step;
}

void turn_rows(std::vector<float>& values, int n_lon, int n_lat) {
  for (int row = 0; row < n_lat / 2; ++row)
    std::swap_ranges(values.begin() + std::size_t(row) * n_lon, values.begin() + std::size_t(row + 1) * n_lon,
                     values.begin() + std::size_t(n_lat - 1 - row) * n_lon);
}

void drop_last_column(std::vector<float>& values, int n_lon, int n_lat) {
  std::vector<float> kept;
  for (int row = 0; row < n_lat; ++row)
    kept.insert(kept.end(), values.begin() + std::size_t(row) * n_lon,
                values.begin() + std::size_t(row + 1) * n_lon - 1);
  values.swap(kept);
}

}  // namespace

int RegularGrid::column_of(double lon) const {
  double steps = (lon - first_lon) / lon_step;
  const double circle = 2.0 * pi / lon_step;
  steps -= circle * std::floor((steps + 0.5) / circle);
  const int column = static_cast<int>(steps + 0.5);
  if (column >= n_lon) return full_circle ? 0 : -1;
  return column;
}

int RegularGrid::row_of(double lat) const {
  const int row = static_cast<int>(std::floor((lat - first_lat) / lat_step + 0.5));
  return row >= 0 && row < n_lat ? row : -1;
}

RegularGrid make_regular_grid(const std::vector<double>& lon, const std::vector<double>& lat,
                              std::vector<float> values) {
  require(values.size() == lon.size() * lat.size(), "a grid of ", lon.size(), " longitudes and ", lat.size(),
          " latitudes has ", values.size(), " values");
  const double lon_step = regular_step(lon, "longitude"), lat_step = regular_step(lat, "latitude");
  require(lon_step > 0.0, "the longitude axis runs westward, from ", lon.front(), " to ", lon.back());
  RegularGrid grid;
  grid.n_lon = static_cast<int>(lon.size());
  grid.n_lat = static_cast<int>(lat.size());
  grid.values = std::move(values);
  const double columns = 360.0 / lon_step;  // of a whole circle
  require(grid.n_lon < columns + 1.5, "the longitude axis covers more than 360 degrees, from ", lon.front(),
          " to ", lon.back());
  if (grid.n_lon > columns + 0.5) {
    drop_last_column(grid.values, grid.n_lon, grid.n_lat);
    --grid.n_lon;
  }
  grid.full_circle = grid.n_lon > columns - 0.5;
  grid.first_lon = lon.front() * degree;
  grid.lon_step = grid.full_circle ? 2.0 * pi / grid.n_lon : lon_step * degree;
  if (lat_step < 0.0) turn_rows(grid.values, grid.n_lon, grid.n_lat);
  grid.first_lat = std::min(lat.front(), lat.back()) * degree;
  grid.lat_step = std::abs(lat_step) * degree;
  return grid;
}

}  // namespace groundswell
