// SPDX-License-Identifier: Apache-2.0
// A fingerprint of the whole state: the same on any number of ranks and with any halo method, but different
// if a single bit of one bin differs. It is printed at the end of a run, so that users can compare runs.
#pragma once

#include <cstdint>
#include <span>

#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"
#include "field/state_list.hpp"
#include "model/state.hpp"

namespace groundswell {

// A fingerprint of the mesh: positions, areas, depths and neighbours of cells, kinds and lengths of edges.
// Collective.
std::uint64_t compute_mesh_fingerprint(const Communicator& communicator, const LocalMesh& local);

// Collective.
std::uint64_t compute_checksum(const Communicator& communicator, const LocalMesh& local, const State& state);

// As above, of the state that a list has; `cells` are the global numbers of the rank's cells, in local order.
// Collective.
std::uint64_t compute_checksum(const Communicator& communicator, std::span<const std::int64_t> cells,
                               const StateList& state);

}  // namespace groundswell
