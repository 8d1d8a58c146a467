// SPDX-License-Identifier: Apache-2.0
// The experiment with halos of real partitions (placement_replay.hpp).
#include <algorithm>
#include <iterator>

#include "base/error.hpp"
#include "bench/network_replay/placement_replay.hpp"
#include "network/node_map.hpp"

namespace groundswell {
namespace {

// The messages between parts for a halo of one ring.
std::vector<ReplayMessage> list_messages(const PartPairs& pairs, std::int64_t cell_bytes) {
  std::vector<ReplayMessage> messages;
  for (const PartPair& pair : pairs.pairs)
    if (pair.cells[0] > 0) messages.push_back({pair.from, pair.to, double(pair.cells[0] * cell_bytes)});
  return messages;
}

std::vector<int> fill_nodes(int n_part, int cores) {
  std::vector<int> node;
  for (int part = 0; part < n_part; ++part) node.push_back(part / cores);
  return node;
}

// For each part, the index of its node in the placement after the mapping; `numbers` contains the indices
// before the mapping.
std::vector<int> map_parts(const PartPairs& pairs, const std::vector<int>& numbers,
                           const DistanceMatrix& distances) {
  std::vector<RankLink> links;
  for (const PartPair& pair : pairs.pairs)
    if (pair.cells[0] > 0) links.push_back({pair.from, pair.to, pair.cells[0]});
  return move_nodes(numbers, find_node_map(links, numbers, distances));
}

nlohmann::ordered_json time_halo(const ReplayScene& scene, const PlacementReplay& which,
                                 const std::vector<ReplayMessage>& messages,
                                 const std::vector<int>& node_of_part) {
  const ReplayedExchange replayed = replay_exchange(*scene.network, node_of_part, messages, which.costs);
  double mean = 0.0, between = 0.0;
  for (const double seconds : replayed.rank_seconds(messages, int(node_of_part.size()), 1.0))
    mean += seconds / double(node_of_part.size());
  for (const ReplayMessage& message : messages)
    if (node_of_part[std::size_t(message.from)] != node_of_part[std::size_t(message.to)])
      between += message.units;
  return {{"us", 1e6 * replayed.seconds(1.0)}, {"mean_us", 1e6 * mean}, {"bytes_between_nodes", between}};
}

}  // namespace

nlohmann::ordered_json replay_halo(const PlacementReplay& which, const PartPairs& pairs, int cores,
                                   std::int64_t cell_bytes) {
  const ReplayScene scene = make_scene(which.scene);
  require(which.n_node == (pairs.n_part + cores - 1) / cores, pairs.n_part, " parts on nodes of ", cores,
          " cores do not take ", which.n_node, " nodes");
  std::vector<PlacedNodes> placements = place_by_default(scene, which.n_node);
  std::ranges::move(choose_all_to_all_nodes(scene, which.n_node, which.probe, which.costs),
                    std::back_inserter(placements));
  const std::vector<ReplayMessage> messages = list_messages(pairs, cell_bytes);
  nlohmann::ordered_json json = describe_replay("halo", which, scene);
  json["cells"] = pairs.n_cell;
  json["ranks"] = pairs.n_part;
  json["partition"] = pairs.partition;
  for (const PlacedNodes& placed : placements) {
    const std::vector<int> in_order = fill_nodes(pairs.n_part, cores);
    const DistanceMatrix distances =
        probe_modelled_network(*scene.network, placed.nodes, which.probe, which.costs);
    nlohmann::ordered_json result = describe_placement(scene, placed);
    for (const bool is_mapped : {false, true}) {
      std::vector<int> node_of_part = is_mapped ? map_parts(pairs, in_order, distances) : in_order;
      for (int& node : node_of_part) node = placed.nodes[std::size_t(node)];
      result[is_mapped ? "mapped" : "in_order"] = time_halo(scene, which, messages, node_of_part);
    }
    json["placements"].push_back(result);
  }
  return json;
}

}  // namespace groundswell
