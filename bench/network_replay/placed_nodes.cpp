// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/placed_nodes.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "base/error.hpp"
#include "placement/choose_nodes.hpp"
#include "placement/choose_stencil.hpp"
#include "placement/process_grid.hpp"

namespace groundswell {
namespace {

using NodeUnit = std::vector<int>;

std::vector<NodeUnit> make_units(const ReplayScene& scene, int size) {
  std::vector<NodeUnit> units;
  NodeUnit open;
  for (const int node : scene.free) {
    if (!open.empty() && scene.network->supernode_of(open[0]) != scene.network->supernode_of(node))
      open.clear();
    open.push_back(node);
    if (int(open.size()) == size) units.push_back(std::exchange(open, {}));
  }
  return units;
}

DistanceMatrix probe_units(const ReplayScene& scene, const std::vector<NodeUnit>& units,
                           const ModelProbe& probe, const ExchangeCosts& costs) {
  std::vector<int> first;
  for (const NodeUnit& unit : units) first.push_back(unit[0]);
  return probe_modelled_network(*scene.network, first, probe, costs);
}

bool is_probed_whole(const ReplayScene& scene) {
  return int(scene.free.size()) <= most_probed_nodes;
}

}  // namespace

std::vector<PlacedNodes> place_by_default(const ReplayScene& scene, int k) {
  require(k <= int(scene.free.size()), k, " nodes are wanted, but ", scene.free.size(), " are free");
  std::vector<int> shuffled = scene.free;
  std::mt19937_64 random(2);
  for (std::size_t i = 0; i < std::size_t(k); ++i)
    std::swap(shuffled[i], shuffled[i + random() % (shuffled.size() - i)]);
  shuffled.resize(std::size_t(k));
  std::ranges::sort(shuffled);
  return {{"first", {scene.free.begin(), scene.free.begin() + k}}, {"scattered", std::move(shuffled)}};
}

std::vector<PlacedNodes> choose_all_to_all_nodes(const ReplayScene& scene, int k, const ModelProbe& probe,
                                                 const ExchangeCosts& costs) {
  const bool is_whole = is_probed_whole(scene);
  require(is_whole || k % unit_nodes == 0, "of more than ", most_probed_nodes, " free nodes, multiples of ",
          unit_nodes, " are chosen, but ", k, " are wanted");
  const std::vector<NodeUnit> units = make_units(scene, is_whole ? 1 : unit_nodes);
  const DistanceMatrix distances = probe_units(scene, units, probe, costs);
  std::vector<PlacedNodes> placements;
  const auto add = [&](const char* name, auto&& choose) {
    PlacedNodes placed{name, {}};
    for (const int chosen : choose(distances, k / int(units[0].size()))) {
      const NodeUnit& unit = units[std::size_t(chosen)];
      placed.nodes.insert(placed.nodes.end(), unit.begin(), unit.end());
    }
    placements.push_back(std::move(placed));
  };
  add("chosen", choose_for_all_to_all);
  if (int(units.size()) <= most_swapped_nodes) add("improved", choose_by_swaps);
  return placements;
}

PlacedNodes choose_stencil_nodes(const ReplayScene& scene, const std::array<int, 3>& grid,
                                 const ModelProbe& probe, const ExchangeCosts& costs) {
  PlacedNodes placed{"chosen", {}};
  if (is_probed_whole(scene)) {
    const DistanceMatrix distances = probe_modelled_network(*scene.network, scene.free, probe, costs);
    for (const int place : choose_for_stencil(distances, grid))
      placed.nodes.push_back(scene.free[std::size_t(place)]);
    return placed;
  }
  std::array<int, 3> unit_grid = grid;
  for (int& side : unit_grid) {
    require(side % unit_side == 0, "of more than ", most_probed_nodes, " free nodes, blocks of ", unit_side,
            " x ", unit_side, " x ", unit_side, " are chosen, but a side of the grid is ", side);
    side /= unit_side;
  }
  const std::vector<NodeUnit> units = make_units(scene, unit_nodes);
  const std::vector<int> chosen = choose_for_stencil(probe_units(scene, units, probe, costs), unit_grid);
  for (int rank = 0; rank < int(count_places(grid)); ++rank) {
    const ProcessGrid at = find_in_grid(grid, rank);
    int unit = 0, inside = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
      unit = unit * unit_grid[axis] + at[axis] / unit_side;
      inside = inside * unit_side + at[axis] % unit_side;
    }
    placed.nodes.push_back(units[std::size_t(chosen[std::size_t(unit)])][std::size_t(inside)]);
  }
  return placed;
}

}  // namespace groundswell
