// SPDX-License-Identifier: Apache-2.0
// A fingerprint of the whole state: the same on any number of ranks and with any halo method, but different
// if a single bit of one bin differs. It is printed at the end of a run, so that users can compare runs.
#pragma once

#include <cstdint>

#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"
#include "model/state.hpp"

namespace groundswell {

// A fingerprint of the mesh: positions, areas, depths and neighbours of cells, kinds and lengths of edges.
// Collective.
std::uint64_t compute_mesh_fingerprint(const Communicator& communicator, const LocalMesh& local);

// Collective.
std::uint64_t compute_checksum(const Communicator& communicator, const LocalMesh& local, const State& state);

}  // namespace groundswell
