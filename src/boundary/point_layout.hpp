// SPDX-License-Identifier: Apache-2.0
// The layout of values at places in a netCDF file: the meaning of each dimension of a variable, in any order,
// and the positions of the places, which lie along one dimension (stations, nodes, faces of a mesh) or on a
// regular longitude-latitude grid.
#pragma once

#include <string>
#include <vector>

#include "files/netcdf_reader.hpp"

namespace groundswell {

// The dimensions of a variable by meaning; -1 if it has none of that kind. All other dimensions have size 1.
struct PointLayout {
  std::string variable;
  std::vector<std::string> dimensions;
  std::vector<std::size_t> shape;
  int time = -1, frequency = -1, direction = -1, point = -1, latitude = -1, longitude = -1;

  bool is_grid() const { return latitude >= 0; }
  std::size_t n_place() const { return is_grid() ? size(latitude) * size(longitude) : size(point); }
  std::size_t size(int dimension) const { return dimension < 0 ? 1 : shape[std::size_t(dimension)]; }
};

// Throws Error if only one of latitude and longitude is found, if a grid has a further dimension with several
// values, or if two dimensions are of one kind, unless exactly one of these has size 1.
PointLayout find_point_layout(const NetcdfReader& reader, const std::string& variable);

// Positions: degrees east and north, or x and y [m] in the plane. On a grid, place = row * number of
// longitudes + column.
struct Places {
  std::vector<double> x, y;
  // The axes of a grid; empty otherwise.
  std::vector<double> longitudes, latitudes;
};

// Throws Error if the file does not contain the positions of its places, or if they move with time.
Places read_places(const NetcdfReader& reader, const PointLayout& layout);

// The values of one place and record: a single value, or those of all frequencies and directions in the order
// of the variable's dimensions.
std::vector<float> read_at(const NetcdfReader& reader, const PointLayout& layout, std::size_t record,
                           std::size_t place);

}  // namespace groundswell
