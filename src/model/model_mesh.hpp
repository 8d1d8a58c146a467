// SPDX-License-Identifier: Apache-2.0
// The mesh of a run: read from a file, or one of the analytic meshes, which need no file.
#pragma once

#include "comm/communicator.hpp"
#include "mesh/mesh_blocks.hpp"
#include "model/model_settings.hpp"

namespace groundswell {

// This rank's blocks of a mesh with depths. Throws Error, on all ranks, for a file that is not a complete
// mesh, or for settings out of range. Collective.
MeshBlocks make_model_mesh(const MeshSettings& settings, const Communicator& communicator);

}  // namespace groundswell
