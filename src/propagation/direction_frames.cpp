// SPDX-License-Identifier: Apache-2.0
#include "propagation/direction_frames.hpp"

#include <cmath>

namespace groundswell {
namespace {

Vec3 chart_pole(Chart chart) {
  return chart == Chart::geographic ? Vec3{0.0, 0.0, 1.0} : Vec3{1.0, 0.0, 0.0};
}

}  // namespace

std::vector<Chart> compute_cell_chart(const Mesh& mesh) {
  std::vector<Chart> chart(std::size_t(mesh.n_cell), Chart::geographic);
  if (!mesh.on_sphere) return chart;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    if (std::abs(mesh.lat_cell[cell]) > polar_chart_latitude) chart[cell] = Chart::polar;
  return chart;
}

std::vector<double> compute_frame_angle(const Mesh& mesh) {
  const std::vector<Chart> chart = compute_cell_chart(mesh);
  std::vector<double> angle(std::size_t(mesh.n_cell), 0.0);
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    if (chart[cell] == Chart::geographic) continue;
    // East and north follow from the mesh's longitude, so that the frame of a cell at the pole itself agrees
    // with the longitude in its mesh file.
    const double lon = mesh.lon_cell[cell], lat = mesh.lat_cell[cell];
    const Vec3 axis = compute_frame_axes(point_at(lon, lat), Chart::polar).first;
    angle[cell] = std::atan2(dot(axis, north_at(lon, lat)), dot(axis, east_at(lon)));
  }
  return angle;
}

FrameAxes compute_frame_axes(const Vec3& point, Chart chart) {
  const Vec3 up = normalized(point);
  const Vec3 first = normalized(cross(chart_pole(chart), up));
  return {first, cross(up, first)};
}

double compute_polar_chart_angle(const Vec3& point) {
  const FrameAxes local = compute_frame_axes(point, Chart::geographic);
  const Vec3 axis = compute_frame_axes(point, Chart::polar).first;
  return std::atan2(dot(axis, local.second), dot(axis, local.first));
}

double compute_chart_latitude_sine(const Vec3& point, Chart chart) {
  return dot(normalized(point), chart_pole(chart));
}

}  // namespace groundswell
