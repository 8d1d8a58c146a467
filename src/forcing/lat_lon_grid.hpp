// SPDX-License-Identifier: Apache-2.0
// The longitude-latitude grid of a file and bilinear interpolation from it: longitudes in any convention,
// latitudes in either direction, continued around the globe and across the poles.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace groundswell {

// One of the four grid points from which the value at a location is interpolated.
struct StencilPoint {
  std::size_t row = 0, column = 0;  // in the file's order
  double weight = 0.0;
  // Angle from the location's local east, counter-clockwise, to the point's; 0 except near the poles.
  double turn = 0.0;  // [rad]
};

struct Stencil {
  bool inside = false;  // if false, the points are not set
  std::array<StencilPoint, 4> points;
};

class LatLonGrid {
 public:
  // Longitudes and latitudes [degree] in the file's order. Throws Error, with `where` in the message, unless
  // the longitudes are finite and at least two of them are distinct, and there are at least two latitudes,
  // strictly monotonic within -90..90.
  LatLonGrid(const std::vector<double>& lon, const std::vector<double>& lat, const std::string& where);

  // The stencil of a location [rad]. Poleward of 75 degrees, where meridians converge, vectors are turned
  // into the location's own frame, so that a flow across the pole is preserved; elsewhere components are
  // interpolated unchanged, so that a uniform west wind is preserved.
  Stencil stencil(double lon, double lat) const;

  std::size_t n_lon() const { return n_lon_; }
  std::size_t n_lat() const { return n_lat_; }
  // Longitudes (0 to 360) and latitudes of columns and rows in the file's order [degree]; 0 for a column that
  // repeats another one and is not used.
  std::vector<double> longitudes() const;
  std::vector<double> latitudes() const;
  bool is_global_in_longitude() const { return periodic_; }
  // The extent of the grid, for messages: "longitudes -140 to -52.5, latitudes 20 to 60".
  std::string extent() const;
  bool operator==(const LatLonGrid& other) const = default;

 private:
  struct Pair {
    std::size_t first = 0, second = 0;
    double weight = 0.0;  // of the second point
    bool inside = false;
  };
  Pair find_columns(double lon) const;

  std::size_t n_lon_, n_lat_;
  bool periodic_ = false;
  double first_lon_ = 0.0;           // [degree]
  std::vector<double> lon_, lat_;    // [degree] ascending; lon relative to first_lon_, in [0, 360)
  std::vector<std::size_t> column_;  // for each of lon_, its column in the file
  bool lat_descends_ = false;
};

}  // namespace groundswell
