// SPDX-License-Identifier: Apache-2.0
// From blocks of a mesh to each rank's piece and its halo plan, in the right order: first the partition, then
// (optionally) reordered ranks, then the piece that belongs to this process's new rank.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "comm/communicator.hpp"
#include "decomp/local_mesh.hpp"
#include "decomp/partition.hpp"
#include "halo/halo_plan.hpp"
#include "mesh/mesh_blocks.hpp"
#include "network/rank_reorder.hpp"

namespace groundswell {

struct DecompositionSettings {
  PartitionSettings partition = {};
  int halo_rings = 2;                    // what the propagation scheme needs: upwind 1, third_order 2
  std::string reorder{default_reorder};  // network/rank_reorder.hpp; processes may change their rank
  std::filesystem::path network = {};    // what was measured between the nodes; empty: they are alike
  bool allow_parts = true;               // a sea in several parts that no edge connects
  int n_judged = 0;                      // `quality` is that of so many parts on one node; 0: of the ranks
  HangWatch watch = {};                  // of calls of MPI
};

// Throws Error as make_halo_plan does; the rank must equal the local mesh's part. Collective.
HaloPlan make_halo_plan(const Communicator& communicator, const LocalMesh& local);

struct DecomposedMesh {
  // Use this one from here on: after reordering, ranks differ from those in the original communicator.
  Communicator communicator;
  PartitionQuality quality;  // of the ranks as they are now
  int n_moved = 0;           // processes that have another rank than before
  std::string warning;       // why ranks were not reordered, where MPI does it wrongly; empty elsewhere
  LocalMesh local;
  HaloPlan plan;
};

// Gives each rank its piece of a mesh that lies in blocks, in the order of ranks. Only rank 0 sees all cells,
// and of these the graph alone; `weights` are the loads of the cells of this rank's block (make_partition).
// Throws Error, on all ranks, where there are more ranks than cells, where the sea has several parts that are
// not allowed, for raw blocks that are not those of a mesh, and for a network of other nodes. Collective.
DecomposedMesh decompose(const Communicator& communicator, MeshBlocks blocks,
                         const DecompositionSettings& settings = {}, std::span<const double> weights = {});

// The same for a mesh that every rank holds; `weights` are those of all cells.
DecomposedMesh decompose(const Communicator& communicator, const Mesh& whole,
                         const DecompositionSettings& settings = {}, std::span<const double> weights = {});

}  // namespace groundswell
