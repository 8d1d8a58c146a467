// SPDX-License-Identifier: Apache-2.0
#include "placement/core_map.hpp"

#include <algorithm>
#include <numeric>

#include "network/node_map.hpp"

namespace groundswell {
namespace {

// The ranks of each host, and the index of each rank among them.
struct HostRanks {
  std::vector<std::vector<int>> ranks;
  std::vector<int> place;
  std::vector<std::vector<RankLink>> links;  // within each host, by index
};

HostRanks find_host_ranks(std::span<const RankLink> links, const RankPlaces& places) {
  HostRanks of;
  of.ranks.resize(places.hosts.size());
  of.links.resize(places.hosts.size());
  for (std::size_t rank = 0; rank < places.host_of_rank.size(); ++rank) {
    std::vector<int>& ranks = of.ranks[std::size_t(places.host_of_rank[rank])];
    of.place.push_back(int(ranks.size()));
    ranks.push_back(int(rank));
  }
  for (const RankLink& link : links) {
    const int host = places.host_of_rank[std::size_t(link.rank)];
    if (places.host_of_rank[std::size_t(link.other)] == host)
      of.links[std::size_t(host)].push_back(
          {of.place[std::size_t(link.rank)], of.place[std::size_t(link.other)], link.weight});
  }
  return of;
}

}  // namespace

std::vector<int> find_core_map(std::span<const RankLink> links, const RankPlaces& places,
                               std::span<const NodeInside> inside) {
  const HostRanks of = find_host_ranks(links, places);
  std::vector<int> core_of_rank(places.host_of_rank.size(), 0);
  for (std::size_t host = 0; host < places.hosts.size(); ++host) {
    const std::vector<int>& ranks = of.ranks[host];
    const auto found = std::ranges::find(inside, places.hosts[host], &NodeInside::host);
    if (found == inside.end() || found->cores.size() < ranks.size()) return {};
    std::vector<int> cores(ranks.size());
    std::iota(cores.begin(), cores.end(), 0);
    if (ranks.size() > 1) {
      const NetworkModel between = found->between_cores.part(cores);
      if (!between.is_complete()) return {};
      const DistanceMatrix far = between.distances(double(between.bytes().back()));
      cores = move_nodes(cores, find_node_map(of.links[host], cores, far));
    }
    for (std::size_t i = 0; i < ranks.size(); ++i)
      core_of_rank[std::size_t(ranks[i])] = found->cores[std::size_t(cores[i])].core;
  }
  return core_of_rank;
}

}  // namespace groundswell
