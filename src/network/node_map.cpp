// SPDX-License-Identifier: Apache-2.0
#include "network/node_map.hpp"

#include <algorithm>

#include "network/node_mapper.hpp"

namespace groundswell {
namespace {

NodeMapper find_best(const MappingTask& task) {
  NodeMapper best(task);
  best.keep();
  best.improve();
  NodeMapper grown = best;
  const int n_part = task.n_part();
  // Limits the search to seconds, for any number of parts.
  const int n_try = std::min(n_part, std::clamp(16384 / n_part, 1, 16));
  for (int turn = 0; turn < n_try; ++turn) {
    grown.grow(int(std::int64_t(turn) * n_part / n_try));
    grown.improve();
    if (grown.cost() < best.cost()) best = grown;
  }
  return best;
}

}  // namespace

std::vector<int> find_node_map(std::span<const RankLink> links, std::span<const int> node_of_rank,
                               const DistanceMatrix& between_nodes) {
  if (node_of_rank.empty()) return {};
  const MappingTask task(links, node_of_rank, between_nodes);
  NodeMapper best = find_best(task);
  if (task.distances.are_alike()) return best.new_ranks();
  // A map with the least weight between nodes, ignoring distances, is another good start.
  const MappingTask without(links, node_of_rank, {});
  NodeMapper other(task);
  other.put(find_best(without).node_of_part());
  other.improve();
  return other.cost() < best.cost() ? other.new_ranks() : best.new_ranks();
}

}  // namespace groundswell
