// SPDX-License-Identifier: Apache-2.0
// Which process takes which rank's work, chosen by name: ranks that send each other much should be close. The
// work must be dealt out by the new ranks, so ranks are reordered before there are any data.
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
// none; mpi: as MPI_Dist_graph_create_adjacent places them; nodes: by find_node_map; scotch: by
// map_by_scotch.
std::vector<std::string> reorder_names();
// Whether this way of reordering can use distances between nodes. Throws Error for a name that is not known.
bool uses_distances(std::string_view name);

// The same processes, whose ranks may be other ones.
struct Reordering {
  Communicator communicator;
  std::vector<int> new_rank;  // of the process of each old rank
  std::string warning;        // why ranks are not reordered, where MPI does it wrongly; the same on all ranks

  // So many processes have another rank than before.
  int n_moved() const;
};

// What sends to what, and where the ranks are now; the same on all ranks.
struct RankLinks {
  std::span<const RankLink> links;    // of all ranks
  std::span<const int> node_of_rank;  // numbers of nodes, from 0
  DistanceMatrix between_nodes = {};  // on the first rank; empty: all are alike
};

// Throws Error for a name that is not known. `watch` is told where MPI hangs. Collective.
Reordering reorder_ranks(const Communicator& communicator, std::string_view name, const RankLinks& links,
                         const HangWatch& watch = {});

// A communicator in which the process of rank r has the rank new_rank[r], without MPI's help. All ranks give
// the same numbers. Throws Error, on all ranks, where these are not each rank once. Collective.
Communicator permute_ranks(const Communicator& communicator, std::span<const int> new_rank);

}  // namespace groundswell
