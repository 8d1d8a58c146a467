// SPDX-License-Identifier: Apache-2.0
// The frame in which a cell's directions are measured. Away from the poles its axes are local east and north.
// Beyond 60 degrees of latitude they are east and north in a second chart, whose pole lies on the geographic
// equator at longitude 0, so that the geographic poles are not singular. In each chart waves on a great
// circle turn at the rate c_theta = -cg cos(theta) tan(chart latitude) / R, where |tan| is at most 1.73 in
// the first chart and 0.58 in the second.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

enum class Chart : std::uint8_t { geographic = 0, polar = 1 };

// Latitude [rad] beyond which cells use the polar chart.
inline constexpr double polar_chart_latitude = 60.0 * degree;

// The chart of each cell [n_cell]; geographic everywhere in the plane.
std::vector<Chart> compute_cell_chart(const Mesh& mesh);

// Angle of each cell's first frame axis counter-clockwise from local east [rad], [n_cell]:
// theta_geographic = theta_frame + frame_angle. 0 in the geographic chart.
std::vector<double> compute_frame_angle(const Mesh& mesh);

// The unit vectors along and across (+90 degrees) a chart's first axis at a point of the unit sphere that is
// not a pole of the chart.
struct FrameAxes {
  Vec3 first, second;
};
FrameAxes compute_frame_axes(const Vec3& point, Chart chart);

// Angle [rad] of the polar chart's first axis counter-clockwise from local east at a point of the unit sphere
// that is a pole of neither chart.
double compute_polar_chart_angle(const Vec3& point);

// Sine of the latitude that a point of the unit sphere has in a chart.
double compute_chart_latitude_sine(const Vec3& point, Chart chart);

}  // namespace groundswell
