// SPDX-License-Identifier: Apache-2.0
// Builds the axes from settings and the extent of the mesh.
#include "output/output_grid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/exact_sum.hpp"
#include "files/dated_file.hpp"

namespace groundswell {
namespace {

constexpr double most_points = 1e8;  // the whole globe at a spacing of about 0.025 degrees

struct Extent {
  double west, east, south, north;  // [degree]
};

constexpr int n_bin = 1440;
constexpr double bin = 360.0 / n_bin;  // [degree]

// The latitude range of the owned cells, and the longitude bins that they cover.
Extent find_own_extent(const MeshPart& part, std::span<double> covered) {
  const Mesh& mesh = part.mesh;
  Extent extent{-180.0, 180.0, 90.0, -90.0};
  for (int cell = 0; cell < part.n_owned; ++cell) {
    const double centre = mesh.lon_cell[std::size_t(cell)] / degree;
    double low = centre, high = centre;
    for (int k = 0; k < mesh.n_edges_on_cell[std::size_t(cell)]; ++k) {
      const auto vertex = std::size_t(mesh.vertex_on_cell(cell, k));
      const double lon = longitude_near(mesh.lon_vertex[vertex] / degree, centre);
      low = std::min(low, lon), high = std::max(high, lon);
      const double lat = mesh.lat_vertex[vertex] / degree;
      extent.south = std::min(extent.south, lat), extent.north = std::max(extent.north, lat);
    }
    // A cell that contains a pole spans all longitudes.
    if (high - low > 180.0) {
      (mesh.lat_cell[std::size_t(cell)] > 0 ? extent.north : extent.south) =
          mesh.lat_cell[std::size_t(cell)] > 0 ? 90.0 : -90.0;
      low = -180.0, high = 180.0 - 1e-9;
    }
    for (int b = int(std::floor((low + 720.0) / bin)); b <= int(std::floor((high + 720.0) / bin)); ++b)
      covered[std::size_t(b % n_bin)] = 1.0;
  }
  return extent;
}

// The extent of the cells of all ranks: in longitude, the mesh begins after the widest gap.
Extent find_extent(const Communicator& communicator, const MeshPart& part) {
  std::vector<double> covered(n_bin, 0.0);
  Extent extent = find_own_extent(part, covered);
  communicator.max_in_place(covered);
  extent.south = communicator.min(extent.south);
  extent.north = communicator.max(extent.north);
  int widest = 0, behind = 0, gap = 0;
  for (int b = 0; b < 2 * n_bin; ++b) {
    gap = covered[std::size_t(b % n_bin)] > 0.0 ? 0 : gap + 1;
    if (gap > widest && gap <= n_bin) widest = gap, behind = b + 1;
  }
  if (widest > 0) {
    extent.west = wrapped_longitude(behind * bin);
    extent.east = extent.west + (n_bin - widest) * bin;
  }
  return extent;
}

std::vector<double> make_axis(double first, double last, double spacing) {
  std::vector<double> axis;
  const auto n = std::int64_t(std::floor((last - first) / spacing + 1e-6)) + 1;
  for (std::int64_t i = 0; i < n; ++i) axis.push_back(first + double(i) * spacing);
  return axis;
}

constexpr std::array usual_spacings{0.1, 0.25, 0.5, 1.0, 2.0};  // [degree]

// The usual spacing nearest, in ratio, to the distance between neighbouring hexagons of this area.
std::size_t nearest_spacing(double area, double sphere_radius) {
  const double apart = std::sqrt(2.0 / std::sqrt(3.0) * area) / sphere_radius / degree;
  std::size_t nearest = 0;
  while (nearest + 1 < usual_spacings.size() &&
         apart * apart > usual_spacings[nearest] * usual_spacings[nearest + 1])
    ++nearest;
  return nearest;
}

}  // namespace

double find_lat_lon_spacing(const Communicator& communicator, const MeshPart& part) {
  std::array<ExactSum, usual_spacings.size()> area;  // [m2] of the cells, by their nearest usual spacing
  for (std::size_t cell = 0; cell < std::size_t(part.n_owned); ++cell)
    area[nearest_spacing(part.mesh.area_cell[cell], part.mesh.sphere_radius)].add(part.mesh.area_cell[cell]);
  double all = 0.0, finer = 0.0;
  for (ExactSum& sum : area) {
    sum.add_ranks(communicator);
    all += sum.value();
  }
  for (std::size_t i = 0; i < area.size(); ++i)
    if ((finer += area[i].value()) >= 0.5 * all) return usual_spacings[i];
  return usual_spacings.back();
}

OutputGrid make_output_grid(const Communicator& communicator, const LatLonOutputSettings& settings,
                            const MeshPart& part) {
  require(
      part.mesh.on_sphere,
      "lat-lon output needs a mesh on the sphere, but this one lies in a plane; set the interval of lat-lon "
      "output to 0");
  const Extent extent = find_extent(communicator, part);
  const double s = settings.spacing ? *settings.spacing : find_lat_lon_spacing(communicator, part);
  const double west = settings.west.value_or(std::floor(extent.west / s + 1e-6) * s);
  double east = settings.east.value_or(std::ceil(extent.east / s - 1e-6) * s);
  const double south = std::max(-90.0, settings.south.value_or(std::floor(extent.south / s + 1e-6) * s));
  const double north = std::min(90.0, settings.north.value_or(std::ceil(extent.north / s - 1e-6) * s));
  // If the grid goes around the globe, its last column must not repeat the first.
  if (east - west > 360.0 - 0.5 * s) east = west + 360.0 - s;
  const double n_point = ((east - west) / s + 1.0) * ((north - south) / s + 1.0);
  require(n_point < most_points, "lat-lon output with a spacing of ", s, " degrees would have ", n_point,
          " points; choose a larger spacing or narrower bounds");
  require(east >= west && north >= south, "lat-lon output from ", west, " to ", east, " east and ", south,
          " to ", north, " north has no points; correct its bounds");
  return {make_axis(west, east, s), make_axis(south, north, s), s};
}

}  // namespace groundswell
