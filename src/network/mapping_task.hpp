// SPDX-License-Identifier: Apache-2.0
// The input for mapping ranks to the nodes of a network. The work of a rank is called a part here: the parts
// are distributed over the nodes, each of which takes as many as it has processes. All weights and distances
// are integers, so that every machine finds the same map.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/node_distances.hpp"
#include "network/node_traffic.hpp"

namespace groundswell {

struct MappingTask {
  struct Link {
    int part;
    std::int64_t weight;  // of both directions
  };

  // Throws Error for invalid links or nodes (as compute_node_traffic does) and for invalid distances (as
  // NodeDistances does).
  MappingTask(std::span<const RankLink> links, std::span<const int> node_of_rank,
              const DistanceMatrix& between_nodes);

  int n_part() const { return int(linked.size()); }
  int n_node() const { return int(size_of_node.size()); }

  std::span<const int> node_of_process;
  std::vector<int> size_of_node;  // number of processes; 0 for node numbers that are not in use
  NodeDistances distances;
  // The links of each part, by ascending part. If the sums could overflow, all weights are halved until the
  // sums fit.
  std::vector<std::vector<Link>> linked;

 private:
  MappingTask(const std::vector<RankPair>& pairs, std::span<const int> node_of_rank,
              const DistanceMatrix& between_nodes);
};

}  // namespace groundswell
