// SPDX-License-Identifier: Apache-2.0
// A modelled machine with other jobs on it, and its free nodes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/network_replay/modelled_network.hpp"

namespace groundswell {

struct SceneSettings {
  std::string network = "fat_tree_2";
  std::string situation = "compact";
  int n_free = 1024;   // number of free nodes
  double load = 0.75;  // fraction used by other jobs on the links above two supernodes
};

struct ReplayScene {
  std::unique_ptr<ModelledNetwork> network;
  std::vector<int> free;    // nodes, ascending
  std::vector<int> loaded;  // supernodes

  void set_load(double share);
};

// "fat_tree_2": supernodes of 256 nodes on one switch, with 64 links to as many switches above; "fat_tree_3":
// the same supernodes, made of switches with 32 nodes and 16 upward links each; "dragonfly": groups of 16
// routers of 16 nodes, with the capacity of 128 nodes' links between each group and the others.
std::vector<std::string> modelled_network_names();
// "compact": a piece of the machine with all nodes free. "fragmented": a piece twice as large, about half of
// which is occupied by other jobs, in runs of 1 to 48 nodes.
std::vector<std::string> situation_names();

// The machine has at least 4 supernodes; the second and the third are loaded. Each call gives the same scene.
// Throws Error for unknown names, or unless n_free is 2 to 1,000,000.
ReplayScene make_scene(const SceneSettings& settings);

}  // namespace groundswell
