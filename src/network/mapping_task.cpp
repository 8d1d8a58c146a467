// SPDX-License-Identifier: Apache-2.0
#include "network/mapping_task.hpp"

#include <algorithm>
#include <cmath>

#include "network/node_traffic.hpp"

namespace groundswell {
namespace {

std::vector<int> count_processes(std::span<const int> node_of_process) {
  std::vector<int> n;
  for (const int node : node_of_process) {
    if (std::size_t(node) >= n.size()) n.resize(std::size_t(node) + 1, 0);
    ++n[std::size_t(node)];
  }
  return n;
}

// How often weights must be halved so that sums of weight x distance, in both directions and in swaps, stay
// below 2^63.
int count_halvings(std::span<const RankPair> pairs, bool are_alike) {
  const double most = std::ldexp(1.0, are_alike ? 59 : 43);  // a distance is at most 2^16
  double sum = 0.0;
  for (const RankPair& pair : pairs) sum += double(pair.weight);
  int n = 0;
  for (; sum > most; sum /= 2) ++n;
  return n;
}

std::vector<std::vector<MappingTask::Link>> list_links(std::span<const RankPair> pairs, std::size_t n_part,
                                                       bool are_alike) {
  std::vector<std::vector<MappingTask::Link>> linked(n_part);
  const int n_halving = count_halvings(pairs, are_alike);
  for (const RankPair& pair : pairs) {
    const std::int64_t weight = pair.weight >> n_halving;
    linked[std::size_t(pair.low)].push_back({pair.high, weight});
    linked[std::size_t(pair.high)].push_back({pair.low, weight});
  }
  for (auto& of_part : linked) std::ranges::sort(of_part, {}, &MappingTask::Link::part);
  return linked;
}

}  // namespace

MappingTask::MappingTask(std::span<const RankLink> links, std::span<const int> node_of_rank,
                         const DistanceMatrix& between_nodes)
    : MappingTask(join_links(links, node_of_rank), node_of_rank, between_nodes) {}

MappingTask::MappingTask(const std::vector<RankPair>& pairs, std::span<const int> node_of_rank,
                         const DistanceMatrix& between_nodes)
    : node_of_process(node_of_rank),
      size_of_node(count_processes(node_of_rank)),
      distances(between_nodes, int(size_of_node.size())),
      linked(list_links(pairs, node_of_rank.size(), distances.are_alike())) {}

}  // namespace groundswell
