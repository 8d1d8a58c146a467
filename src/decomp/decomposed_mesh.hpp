// SPDX-License-Identifier: Apache-2.0
// Makes each rank's piece of a mesh and its halo plan from blocks, in the right order: first the partition,
// then (optionally) the reordering of ranks, then the piece that belongs to this process's new rank.
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
  int halo_rings = 2;                    // as many as the propagation scheme needs: upwind 1, third_order 2
  std::string reorder{default_reorder};  // one of reorder_names(); processes may get new ranks
  std::filesystem::path network = {};    // file of network measurements; empty: all nodes equally far apart
  bool allow_parts = true;               // whether the sea may have several unconnected parts
  int n_judged = 0;                      // if > 0, `quality` is for this many parts, all on one node
  HangWatch watch = {};                  // for MPI calls
};

// The halo plan of a local mesh, whose part must be this rank's. Throws Error like the general
// make_halo_plan. Collective.
HaloPlan make_halo_plan(const Communicator& communicator, const LocalMesh& local);

struct DecomposedMesh {
  // Use this communicator from here on: after reordering, ranks differ from those in the original
  // communicator.
  Communicator communicator;
  // The quality of this partition, with the ranks in their new places; or, if settings.n_judged > 0, of a
  // partition into that many parts.
  PartitionQuality quality;
  int n_moved = 0;      // number of processes whose rank has changed
  std::string warning;  // why ranks were not reordered, if MPI reorders them wrongly; otherwise empty
  LocalMesh local;
  HaloPlan plan;
};

// Gives each rank its piece of a mesh that is stored in blocks, one per rank in the order of ranks. Only rank
// 0 sees all cells, and of these only their graph and weights; `weights` are the loads of the cells of this
// rank's block (make_partition). Throws Error, on all ranks, if settings or weights are invalid, if there are
// more ranks than cells, if the mesh is too large for METIS (make_cell_graph), if the sea has several parts
// and these are not allowed, if raw blocks do not form a mesh, or if the network file cannot be read or lacks
// nodes of this run. Collective.
DecomposedMesh decompose(const Communicator& communicator, MeshBlocks blocks,
                         const DecompositionSettings& settings = {}, std::span<const double> weights = {});

// As above, for a mesh that every rank holds; `weights` are those of all cells.
DecomposedMesh decompose(const Communicator& communicator, const Mesh& whole,
                         const DecompositionSettings& settings = {}, std::span<const double> weights = {});

}  // namespace groundswell
