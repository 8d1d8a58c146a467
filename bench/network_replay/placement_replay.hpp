// SPDX-License-Identifier: Apache-2.0
// The experiments on modelled networks: nodes assigned by a scheduler compared with chosen nodes. Each
// function replays one case and returns its JSON: a description of the case and, for each placement, times in
// microseconds and, except for groups, the number of supernodes and the number of nodes in supernodes under
// load.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/part_pairs.hpp"
#include "bench/network_replay/placed_nodes.hpp"

namespace groundswell {

struct PlacementReplay {
  SceneSettings scene;
  ExchangeCosts costs;
  ModelProbe probe;
  int n_node = 512;
  std::vector<double> bytes{1024.0};
  int n_round = 1 << 30;  // at most this many rounds of an all-to-all are replayed
};

// An all-to-all with messages of each size in `bytes`.
nlohmann::ordered_json replay_all_to_all(const PlacementReplay& which);
// The stencil with units of each size in `bytes`, in each mode.
nlohmann::ordered_json replay_stencil(const PlacementReplay& which);
// A broadcast by the binomial tree and by the forwarding tree on the first and on scattered nodes.
nlohmann::ordered_json replay_broadcast(const PlacementReplay& which);

// Groups of n_node nodes; each group does an all-to-all several times while the other groups are idle; the
// load varies randomly by up to 0.1. If groups are chosen, the best free nodes form the first group, the best
// of the remaining nodes the second, and so on.
constexpr int group_repetitions = 5;
nlohmann::ordered_json replay_groups(const PlacementReplay& which, int n_group);

// A step of molecular dynamics (the stencil in its mode "2+2+2", and computation), and one slab FFT of a
// turbulence code (an all-to-all and computation); the size of the problem does not depend on the number of
// nodes.
struct MoleculeWork {
  double atoms = 16777216, density = 0.84, cutoff = 2.5;  // Lennard-Jones units
  double atom_bytes = 24;                                 // size of a position
  double atom_rate = 2e7;                                 // atom steps computed per second by a node
};
struct TurbulenceWork {
  double side = 16384;      // points along each axis
  double point_bytes = 8;   // of a complex number in single precision
  double flop_rate = 1e11;  // per node
};
nlohmann::ordered_json replay_molecules(const PlacementReplay& which, const MoleculeWork& work = {});
nlohmann::ordered_json replay_turbulence(const PlacementReplay& which, const TurbulenceWork& work = {});

// A halo of one ring, with `cores` parts per node: parts are assigned to the nodes in order, or mapped to
// them by find_node_map() with measured distances.
nlohmann::ordered_json replay_halo(const PlacementReplay& which, const PartPairs& pairs, int cores,
                                   std::int64_t cell_bytes);

// Used by several of these experiments.
nlohmann::ordered_json describe_replay(const std::string& experiment, const PlacementReplay& which,
                                       const ReplayScene& scene);
nlohmann::ordered_json describe_placement(const ReplayScene& scene, const PlacedNodes& placed);
// Time [s] of an all-to-all for each size in `bytes`.
std::vector<double> time_all_to_all(const ModelledNetwork& network, const PlacementReplay& which,
                                    const std::vector<int>& nodes, const std::vector<double>& bytes);

}  // namespace groundswell
