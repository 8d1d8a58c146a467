// SPDX-License-Identifier: Apache-2.0
// From a mesh and a group of ranks to this rank's piece and its halo plan, in the right order: first the
// partition, then (optionally) reordered ranks, then the piece that belongs to this process's new rank.
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
  // Use this one from here on: after reordering, ranks differ from those in the original communicator.
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
