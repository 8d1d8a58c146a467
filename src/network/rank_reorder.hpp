// SPDX-License-Identifier: Apache-2.0
// Which process takes over the work of which rank, by a method chosen by name: ranks that exchange much data
// should be close. The work must be distributed according to the new ranks, so ranks are reordered before any
// data are distributed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/rank_link.hpp"
#include "comm/watchdog.hpp"
#include "network/distance_matrix.hpp"

namespace groundswell {

inline constexpr std::string_view default_reorder = "none";
// The methods: "none", "mpi" (as MPI_Dist_graph_create_adjacent orders the ranks), "nodes" (by find_node_map)
// and "scotch" (by map_by_scotch).
std::vector<std::string> reorder_names();
// Whether this method can use distances between nodes. Throws Error for an unknown name.
bool uses_distances(std::string_view name);

// A communicator of the same processes, possibly with other ranks.
struct Reordering {
  Communicator communicator;
  std::vector<int> new_rank;  // [old rank]: the new rank of the process that had this old rank
  std::string warning;        // why ranks are not reordered, if MPI does it wrongly; the same on all ranks

  // The number of processes whose rank has changed.
  int n_moved() const;
};

// Which ranks exchange messages and where they are now; the same on all ranks.
struct RankLinks {
  std::span<const RankLink> links;    // of all ranks
  std::span<const int> node_of_rank;  // node numbers, from 0
  DistanceMatrix between_nodes = {};  // needed on the first rank only; empty: all equal
};

// Throws Error, on all ranks, for an unknown name, and as find_node_map and map_by_scotch do. `watch` is
// notified if MPI hangs. Collective.
Reordering reorder_ranks(const Communicator& communicator, std::string_view name, const RankLinks& links,
                         const HangWatch& watch = {});

// A communicator in which the process of rank r has the rank new_rank[r], made without MPI's reordering. All
// ranks pass the same numbers. Throws Error on all ranks if these are not a permutation. Collective.
Communicator permute_ranks(const Communicator& communicator, std::span<const int> new_rank);

}  // namespace groundswell
