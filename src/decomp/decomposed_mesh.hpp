// SPDX-License-Identifier: Apache-2.0
// From a mesh and a group of ranks to a rank's piece and its plan of exchange, in the right order: parts
// first, then (where asked) better places for them, then the piece of the rank that this process holds after
// that.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "comm/communicator.hpp"
#include "decomp/halo_exchange.hpp"
#include "decomp/halo_plan.hpp"
#include "decomp/local_mesh.hpp"
#include "decomp/partition.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

struct DecompositionSettings {
  PartitionSettings partition;
  int halo_rings = 2;  // what the propagation scheme needs: upwind 1, third_order 2
  std::string halo_method{default_halo_method};
  bool reorder = false;  // let MPI place the parts: processes may change their rank
};

struct DecomposedMesh {
  // Use this one from here on: after reordering its ranks differ from those of the communicator given.
  Communicator communicator;
  Partition partition;
  PartitionQuality quality;
  LocalMesh local;
  HaloPlan plan;
};

// Throws Error, on all ranks, where there are more ranks than cells. Collective.
DecomposedMesh decompose(const Communicator& communicator, const Mesh& whole,
                         const DecompositionSettings& settings = {}, std::span<const double> weights = {});

}  // namespace groundswell
