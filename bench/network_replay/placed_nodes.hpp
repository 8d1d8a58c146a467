// SPDX-License-Identifier: Apache-2.0
// Which of the free nodes each rank of a job gets: assigned by a scheduler, or chosen based on measurements.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bench/network_replay/model_probe.hpp"
#include "bench/network_replay/replay_scene.hpp"

namespace groundswell {

struct PlacedNodes {
  std::string name;
  std::vector<int> nodes;  // [rank] node of the network
};

// "first": the first k free nodes. "scattered": k of them at random (the same on each call), ascending.
std::vector<PlacedNodes> place_by_default(const ReplayScene& scene, int k);

// With more free nodes than this, nodes are not chosen individually but in units: 64 consecutive free nodes
// of one supernode (a block of 4 x 4 x 4 ranks of a stencil); remainders are dropped. Only the first node of
// each unit is measured. The supernode of each node is assumed to be known from a list of the machine's
// switches.
constexpr int most_probed_nodes = 6500;
constexpr int unit_side = 4, unit_nodes = unit_side * unit_side * unit_side;

// "chosen": by choose_for_all_to_all(), the published greedy algorithm. "improved": by choose_by_swaps(); it
// is left out if there are more than most_swapped_nodes free nodes (units, if nodes are chosen in units).
// Both lists are ascending. Throws Error if nodes are chosen in units and k is not a multiple of 64.
constexpr int most_swapped_nodes = 2048;
std::vector<PlacedNodes> choose_all_to_all_nodes(const ReplayScene& scene, int k, const ModelProbe& probe,
                                                 const ExchangeCosts& costs);
// Nodes chosen by choose_for_stencil(). Throws Error if nodes are chosen in units and a side of the grid is
// not a multiple of 4.
PlacedNodes choose_stencil_nodes(const ReplayScene& scene, const std::array<int, 3>& grid,
                                 const ModelProbe& probe, const ExchangeCosts& costs);

}  // namespace groundswell
