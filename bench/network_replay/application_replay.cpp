// SPDX-License-Identifier: Apache-2.0
// The experiments with groups of nodes and with applications (placement_replay.hpp).
#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>

#include "base/error.hpp"
#include "bench/network_replay/exchange_patterns.hpp"
#include "bench/network_replay/placement_replay.hpp"
#include "placement/choose_nodes.hpp"

namespace groundswell {
namespace {

using NodeGroups = std::vector<std::vector<int>>;

NodeGroups cut_groups(const std::vector<int>& nodes, int n_node) {
  NodeGroups groups;
  for (auto begin = nodes.begin(); begin != nodes.end(); begin += n_node)
    groups.emplace_back(begin, begin + n_node);
  return groups;
}

NodeGroups choose_groups(const ReplayScene& scene, const PlacementReplay& which, int n_group) {
  std::vector<int> left = scene.free;
  const DistanceMatrix all = probe_modelled_network(*scene.network, left, which.probe, which.costs);
  std::vector<int> places(left.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = int(i);
  NodeGroups groups;
  for (int group = 0; group < n_group; ++group) {
    std::vector<int> chosen, kept;
    for (const int i : choose_for_all_to_all(all.part(places), which.n_node))
      chosen.push_back(places[std::size_t(i)]);
    std::ranges::set_difference(places, chosen, std::back_inserter(kept));
    places = kept;
    for (int& place : chosen) place = left[std::size_t(place)];
    groups.push_back(chosen);
  }
  return groups;
}

// The mean time of each group, and the largest relative spread of times within a group.
nlohmann::ordered_json time_groups(ReplayScene& scene, const PlacementReplay& which, const NodeGroups& groups,
                                   const std::string& name) {
  std::vector<double> means;
  double spread = 0.0;
  for (const std::vector<int>& group : groups) {
    std::mt19937_64 random(3);  // the same loads for every group
    std::vector<double> times;
    for (int repetition = 0; repetition < group_repetitions; ++repetition) {
      const double change = 0.2 * double(random() >> 11) * 0x1p-53 - 0.1;
      scene.set_load(which.scene.load > 0 ? std::clamp(which.scene.load + change, 0.0, 0.95) : 0.0);
      times.push_back(1e6 * time_all_to_all(*scene.network, which, group, which.bytes)[0]);
    }
    double mean = 0.0;
    for (const double time : times) mean += time / group_repetitions;
    means.push_back(mean);
    spread = std::max(spread, (std::ranges::max(times) - std::ranges::min(times)) / mean);
  }
  scene.set_load(which.scene.load);
  return {{"placement", name}, {"mean_us", means}, {"spread_in_a_group", spread}};
}

nlohmann::ordered_json time_placements(const std::string& experiment, const PlacementReplay& which,
                                       const ReplayScene& scene, const std::vector<PlacedNodes>& placements,
                                       double computing, auto&& time) {
  nlohmann::ordered_json json = describe_replay(experiment, which, scene);
  json["computing_us"] = 1e6 * computing;
  for (const PlacedNodes& placed : placements) {
    nlohmann::ordered_json result = describe_placement(scene, placed);
    result["exchange_us"] = 1e6 * time(placed.nodes);
    json["placements"].push_back(result);
  }
  return json;
}

}  // namespace

nlohmann::ordered_json replay_groups(const PlacementReplay& which, int n_group) {
  ReplayScene scene = make_scene(which.scene);
  require(n_group >= 1 && which.bytes.size() == 1, "groups are 1 or more, with messages of one size");
  nlohmann::ordered_json json = describe_replay("groups", which, scene);
  json["groups"] = n_group;
  json["repetitions"] = group_repetitions;
  for (const PlacedNodes& placed : place_by_default(scene, n_group * which.n_node))
    json["placements"].push_back(
        time_groups(scene, which, cut_groups(placed.nodes, which.n_node), placed.name));
  json["placements"].push_back(time_groups(scene, which, choose_groups(scene, which, n_group), "chosen"));
  return json;
}

// Each node has a cube of the box. Along the first axis, it sends the positions that lie within the cut-off
// distance of its two faces; the messages along the second and the third axis also contain the positions
// received before.
nlohmann::ordered_json replay_molecules(const PlacementReplay& which, const MoleculeWork& work) {
  const ReplayScene scene = make_scene(which.scene);
  const std::array<int, 3> grid = make_alike_sides(which.n_node);
  std::vector<PlacedNodes> placements = place_by_default(scene, which.n_node);
  placements.push_back(choose_stencil_nodes(scene, grid, which.probe, which.costs));
  const double atoms = work.atoms / which.n_node, side = std::cbrt(atoms / work.density);
  const double wide = side + 2.0 * work.cutoff, unit = work.cutoff * work.density * work.atom_bytes;
  const std::array<double, 3> bytes{unit * side * side, unit * side * wide, unit * wide * wide};
  const std::vector<StencilStep>& steps = stencil_steps().back().steps;
  const auto time = [&](const std::vector<int>& nodes) {
    double seconds = 0.0;
    for (std::size_t i = 0; i < 3; ++i)
      seconds += replay_exchange(*scene.network, nodes, make_stencil_messages(grid, steps[i].directions),
                                 which.costs)
                     .seconds(bytes[i]);
    return seconds;
  };
  nlohmann::ordered_json json =
      time_placements("molecules", which, scene, placements, atoms / work.atom_rate, time);
  json["grid"] = grid;
  json["bytes"] = bytes;
  return json;
}

nlohmann::ordered_json replay_turbulence(const PlacementReplay& which, const TurbulenceWork& work) {
  const ReplayScene scene = make_scene(which.scene);
  std::vector<PlacedNodes> placements = place_by_default(scene, which.n_node);
  std::ranges::move(choose_all_to_all_nodes(scene, which.n_node, which.probe, which.costs),
                    std::back_inserter(placements));
  const double points = std::pow(work.side, 3), n = which.n_node;
  const std::vector<double> bytes{points * work.point_bytes / (n * n)};
  const double flops = 5.0 * points * std::log2(points);
  nlohmann::ordered_json json = time_placements(
      "turbulence", which, scene, placements, flops / (n * work.flop_rate),
      [&](const std::vector<int>& nodes) { return time_all_to_all(*scene.network, which, nodes, bytes)[0]; });
  json["rounds"] = std::min(which.n_round, which.n_node - 1);
  json["bytes"] = bytes;
  return json;
}

}  // namespace groundswell
