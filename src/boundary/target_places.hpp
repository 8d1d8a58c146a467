// SPDX-License-Identifier: Apache-2.0
// Places for which waves are supplied: open edges, or cells at the start of a run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace groundswell {

struct TargetPlaces {
  std::string what;  // "open edge", for messages
  bool on_sphere = true;
  double sphere_radius = 0.0;       // [m]; 0 in the plane
  std::vector<double> x, y;         // longitude and latitude [rad], or x and y [m] in the plane
  std::vector<double> frame_angle;  // [rad] theta_geographic = theta_frame + frame_angle

  std::size_t size() const { return x.size(); }
  // A place, for messages: "open edge at longitude -52.5, latitude 38.25".
  std::string name(std::size_t i) const;
};

}  // namespace groundswell
