// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/replay_scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

#include "base/names.hpp"
#include "bench/network_replay/dragonfly.hpp"
#include "bench/network_replay/fat_tree.hpp"

namespace groundswell {
namespace {

constexpr int supernode_nodes = 256, fewest_supernodes = 4, longest_run = 48;
constexpr double group_links = 128;  // capacity from a group to all others, as a multiple of a node's link

std::unique_ptr<ModelledNetwork> make_two_levels(int n_supernode) {
  return std::make_unique<FatTree>(FatTreeShape{{supernode_nodes, n_supernode}, {1, 64}});
}

std::unique_ptr<ModelledNetwork> make_three_levels(int n_supernode) {
  return std::make_unique<FatTree>(FatTreeShape{{32, supernode_nodes / 32, n_supernode}, {1, 16, 4}});
}

std::unique_ptr<ModelledNetwork> make_dragonfly(int n_supernode) {
  DragonflyShape shape;
  shape.groups = n_supernode;
  shape.global_bandwidth = shape.node_bandwidth * std::max(1.0, std::round(group_links / (n_supernode - 1)));
  return std::make_unique<Dragonfly>(shape);
}

struct NamedNetwork {
  const char* name;
  std::unique_ptr<ModelledNetwork> (*make)(int n_supernode);
};
constexpr std::array<NamedNetwork, 3> known_networks{
    {{"fat_tree_2", make_two_levels}, {"fat_tree_3", make_three_levels}, {"dragonfly", make_dragonfly}}};

std::vector<int> take_all(int n_free) {
  std::vector<int> nodes(static_cast<std::size_t>(n_free));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

// The free nodes of a machine on which runs of occupied and of free nodes alternate.
std::vector<int> take_runs(int n_free) {
  std::mt19937_64 random(1);
  std::vector<int> nodes;
  for (int node = 0; int(nodes.size()) < n_free;) {
    const int n_taken = 1 + int(random() % longest_run), n_run = 1 + int(random() % longest_run);
    node += n_taken;
    for (int i = 0; i < n_run && int(nodes.size()) < n_free; ++i) nodes.push_back(node++);
  }
  return nodes;
}

struct NamedSituation {
  const char* name;
  std::vector<int> (*take)(int n_free);
};
constexpr std::array<NamedSituation, 2> known_situations{{{"compact", take_all}, {"fragmented", take_runs}}};

}  // namespace

std::vector<std::string> modelled_network_names() {
  return names_of(known_networks);
}

std::vector<std::string> situation_names() {
  return names_of(known_situations);
}

void ReplayScene::set_load(double share) {
  for (const int supernode : loaded) network->set_busy(network->links_above(supernode), share);
}

ReplayScene make_scene(const SceneSettings& settings) {
  const auto& situation =
      find_named(known_situations, settings.situation, "there is no situation '", settings.situation, "'");
  const auto& network =
      find_named(known_networks, settings.network, "there is no network '", settings.network, "'");
  require(settings.n_free >= 2 && settings.n_free <= 1000000, "a machine with ", settings.n_free,
          " free nodes is not modelled; give 2 to 1000000");
  ReplayScene scene;
  scene.free = situation.take(settings.n_free);
  const int n_supernode = scene.free.back() / supernode_nodes + 1;
  scene.network = network.make(std::max(n_supernode, fewest_supernodes));
  scene.loaded = {1, 2};
  scene.set_load(settings.load);
  return scene;
}

}  // namespace groundswell
