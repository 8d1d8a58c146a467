// SPDX-License-Identifier: Apache-2.0
// The mesh of a run: read from a file, or one of the analytic meshes that need none.
#pragma once

#include "mesh/mesh.hpp"
#include "model/run_config.hpp"

namespace groundswell {

// A complete mesh with depths. Throws Error for a file that is not a whole mesh, or settings out of range.
Mesh make_model_mesh(const MeshSettings& settings);

}  // namespace groundswell
