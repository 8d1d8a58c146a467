// SPDX-License-Identifier: Apache-2.0
// The cells of another mesh, and which of them a cell takes its sea from.
#pragma once

#include <cstdint>
#include <vector>

namespace groundswell {

// A cell of a restart, as stored in the file.
struct PlaceOfCell {
  double x = 0.0, y = 0.0;   // longitude, latitude [rad]; in the plane x, y [m]
  double area = 0.0;         // [m2]
  double frame_angle = 0.0;  // [rad] theta_geographic = theta_frame + frame_angle
};

// Cells with weights whose sum is 1; none if all are too far away.
struct SourceCells {
  std::vector<std::int64_t> cell;  // global number in the other mesh
  std::vector<double> weight;
  std::vector<double> turn;  // [rad] theta_frame here = theta_frame there + turn
  bool is_mean = false;      // mean over the cells within this one, not interpolated

  bool is_calm() const { return cell.empty(); }
  bool is_interpolated() const { return !is_mean && cell.size() > 1; }
};

}  // namespace groundswell
