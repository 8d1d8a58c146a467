// SPDX-License-Identifier: Apache-2.0
#include "placement/job_map.hpp"

#include <utility>

#include "base/error.hpp"
#include "network/node_traffic.hpp"
#include "placement/choose_nodes.hpp"

namespace groundswell {
namespace {

std::vector<int> place_ranks_in_blocks(int n_rank, int ranks_per_node) {
  std::vector<int> node_of_rank;
  for (int rank = 0; rank < n_rank; ++rank) node_of_rank.push_back(rank / ranks_per_node);
  return node_of_rank;
}

}  // namespace

double sum_over_links(std::span<const RankLink> links, std::span<const int> node_of_rank,
                      const DistanceMatrix& distances) {
  double sum = 0;
  for (const RankLink& link : links)
    sum += double(link.weight) * 0.5 *
           distances.both_ways(node_of_rank[std::size_t(link.rank)], node_of_rank[std::size_t(link.other)]);
  return sum;
}

std::vector<int> map_job(std::span<const RankLink> links, int n_rank, int ranks_per_node,
                         const DistanceMatrix& distances, const NodeMapFinder& find) {
  require(n_rank >= 1 && ranks_per_node >= 1, n_rank, " ranks with ", ranks_per_node,
          " on each node are wanted; ask for at least 1 of each");
  const int n_needed = (n_rank - 1) / ranks_per_node + 1;
  require(n_needed <= distances.size(), n_rank, " ranks with ", ranks_per_node, " on each node need ",
          n_needed, " nodes, but the network has ", distances.size(),
          "; give more ranks per node, or probe more nodes");
  const std::vector<int> blocks = place_ranks_in_blocks(n_rank, ranks_per_node);
  std::vector<int> best;
  double least = 0;
  const auto consider = [&](std::vector<int> node_of_rank) {
    const double sum = sum_over_links(links, node_of_rank, distances);
    if (!best.empty() && sum >= least) return;
    least = sum;
    best = std::move(node_of_rank);
  };
  const auto map_to = [&](const std::vector<int>& nodes) {
    std::vector<int> node_of_rank =
        find ? move_nodes(blocks, find(links, blocks, distances.part(nodes))) : blocks;
    for (int& node : node_of_rank) node = nodes[std::size_t(node)];
    consider(std::move(node_of_rank));
  };
  const std::vector<int> nearest = choose_by_swaps(distances, n_needed), first = list_first_places(n_needed);
  map_to(nearest);
  if (nearest != first) map_to(first);
  consider(blocks);
  return best;
}

}  // namespace groundswell
