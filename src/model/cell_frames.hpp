// SPDX-License-Identifier: Apache-2.0
// Positions of the cells of a rank, and the rotation of their direction frames.
#pragma once

#include <vector>

#include "decomp/local_mesh.hpp"
#include "model/hot_start.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {

struct CellFrames {
  explicit CellFrames(const LocalMesh& local)
      : angle(compute_frame_angle(local.mesh)),
        owned_angle(angle.begin(), angle.begin() + local.n_owned),
        places(make_cell_places(local, angle)) {}

  std::vector<double> angle;        // [local cells] [rad]
  std::vector<float> owned_angle;   // [owned cells] [rad]
  std::vector<PlaceOfCell> places;  // [owned cells] for restarts
};

}  // namespace groundswell
