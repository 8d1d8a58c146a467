// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/placement_replay.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "bench/network_replay/exchange_patterns.hpp"
#include "placement/forwarding_tree.hpp"

namespace groundswell {
namespace {

std::vector<double> in_microseconds(std::vector<double> seconds) {
  for (double& value : seconds) value *= 1e6;
  return seconds;
}

std::vector<double> time_steps(const ModelledNetwork& network, const PlacementReplay& which,
                               const std::vector<int>& nodes,
                               const std::vector<std::vector<ReplayMessage>>& steps) {
  std::vector<double> seconds(which.bytes.size(), 0.0);
  for (const std::vector<ReplayMessage>& step : steps) {
    const ReplayedExchange replayed = replay_exchange(network, nodes, step, which.costs);
    for (std::size_t i = 0; i < seconds.size(); ++i) seconds[i] += replayed.seconds(which.bytes[i]);
  }
  return seconds;
}

}  // namespace

nlohmann::ordered_json describe_replay(const std::string& experiment, const PlacementReplay& which,
                                       const ReplayScene& scene) {
  return {{"experiment", experiment},
          {"network", which.scene.network},
          {"situation", which.scene.situation},
          {"load", which.scene.load},
          {"probe", which.probe.is_in_rounds ? "rounds" : "alone"},
          {"nodes", which.n_node},
          {"free", scene.free.size()},
          {"machine", scene.network->n_node()},
          {"in_units", int(scene.free.size()) > most_probed_nodes},
          {"bytes", which.bytes}};
}

nlohmann::ordered_json describe_placement(const ReplayScene& scene, const PlacedNodes& placed) {
  std::set<int> supernodes;
  int n_loaded = 0;
  for (const int node : placed.nodes) {
    const int supernode = scene.network->supernode_of(node);
    supernodes.insert(supernode);
    n_loaded += std::ranges::count(scene.loaded, supernode) > 0;
  }
  return {{"placement", placed.name}, {"supernodes", supernodes.size()}, {"nodes_under_load", n_loaded}};
}

std::vector<double> time_all_to_all(const ModelledNetwork& network, const PlacementReplay& which,
                                    const std::vector<int>& nodes, const std::vector<double>& bytes) {
  const int n = int(nodes.size());
  const std::vector<int> rounds = sample_rounds(n, which.n_round);
  std::vector<double> seconds(bytes.size(), 0.0);
  for (const int round : rounds) {
    const ReplayedExchange replayed =
        replay_exchange(network, nodes, make_all_to_all_round(n, round), which.costs);
    for (std::size_t i = 0; i < seconds.size(); ++i)
      seconds[i] += replayed.seconds(bytes[i]) * (n - 1) / double(rounds.size());
  }
  return seconds;
}

nlohmann::ordered_json replay_all_to_all(const PlacementReplay& which) {
  const ReplayScene scene = make_scene(which.scene);
  std::vector<PlacedNodes> placements = place_by_default(scene, which.n_node);
  std::ranges::move(choose_all_to_all_nodes(scene, which.n_node, which.probe, which.costs),
                    std::back_inserter(placements));
  nlohmann::ordered_json json = describe_replay("all_to_all", which, scene);
  json["rounds"] = std::min(which.n_round, which.n_node - 1);
  for (const PlacedNodes& placed : placements) {
    nlohmann::ordered_json result = describe_placement(scene, placed);
    result["us"] = in_microseconds(time_all_to_all(*scene.network, which, placed.nodes, which.bytes));
    json["placements"].push_back(result);
  }
  return json;
}

nlohmann::ordered_json replay_stencil(const PlacementReplay& which) {
  const ReplayScene scene = make_scene(which.scene);
  const std::array<int, 3> grid = make_alike_sides(which.n_node);
  std::vector<PlacedNodes> placements = place_by_default(scene, which.n_node);
  placements.push_back(choose_stencil_nodes(scene, grid, which.probe, which.costs));
  nlohmann::ordered_json json = describe_replay("stencil", which, scene);
  json["grid"] = grid;
  for (const PlacedNodes& placed : placements) {
    nlohmann::ordered_json result = describe_placement(scene, placed);
    for (const StencilSteps& mode : stencil_steps()) {
      std::vector<double> seconds(which.bytes.size(), 0.0);
      for (const StencilStep& step : mode.steps) {
        const ReplayedExchange replayed = replay_exchange(
            *scene.network, placed.nodes, make_stencil_messages(grid, step.directions), which.costs);
        for (std::size_t i = 0; i < seconds.size(); ++i)
          seconds[i] += replayed.seconds(step.units * which.bytes[i]);
      }
      result["us"][mode.name] = in_microseconds(seconds);
    }
    json["placements"].push_back(result);
  }
  return json;
}

nlohmann::ordered_json replay_broadcast(const PlacementReplay& which) {
  const ReplayScene scene = make_scene(which.scene);
  nlohmann::ordered_json json = describe_replay("broadcast", which, scene);
  for (const PlacedNodes& placed : place_by_default(scene, which.n_node)) {
    nlohmann::ordered_json result = describe_placement(scene, placed);
    const DistanceMatrix distances =
        probe_modelled_network(*scene.network, placed.nodes, which.probe, which.costs);
    const auto children = order_children(distances, make_forwarding_tree(distances, 0));
    const auto time = [&](const std::vector<std::vector<int>>& tree) {
      return in_microseconds(time_steps(*scene.network, which, placed.nodes, make_tree_steps(tree, 0)));
    };
    result["us"]["binomial"] = time(make_binomial_children(which.n_node));
    result["us"]["forwarding"] = time(children);
    json["placements"].push_back(result);
  }
  return json;
}

}  // namespace groundswell
