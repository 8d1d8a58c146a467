// SPDX-License-Identifier: Apache-2.0
// The open edges of a rank: where they lie and in which frame the cell inside counts directions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mesh/mesh.hpp"

namespace groundswell {

struct OpenEdges {
  bool on_sphere = true;
  double sphere_radius = 0.0;  // [m]; 0 in the plane
  std::vector<int> edge;       // index in the mesh
  std::vector<double> x, y;    // longitude and latitude [rad] of the edge's point; x and y [m] in the plane
  std::vector<double> frame_angle;  // [rad] theta_geographic = theta_frame + frame_angle at the edge's point

  std::size_t size() const { return edge.size(); }
  // "longitude -52.5, latitude 38.25", for messages.
  std::string place(std::size_t i) const;
};

// The open edges of the first `n_owned` cells.
OpenEdges find_open_edges(const Mesh& mesh, int n_owned);

}  // namespace groundswell
