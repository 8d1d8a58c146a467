// SPDX-License-Identifier: Apache-2.0
// A cluster as the replay of halo exchanges sees it, and where the parts of a mesh run on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace groundswell {

// The defaults are those of a usual cluster of 2020 with InfiniBand of 100 Gbit/s:
// docs/experiments/halo_replay.md.
struct ClusterModel {
  int cores = 32;                    // ranks on a node
  double node_bandwidth = 12.5e9;    // [B/s] of a node's link, each way; its ranks share it
  double latency = 2e-6;             // [s] from node to node
  double flag_latency = 0.4e-6;      // [s] from core to core of a node
  double copy_bandwidth = 3e9;       // [B/s] of one core while all cores of its node copy
  double message_overhead = 0.5e-6;  // [s] of the core, for each message between ranks, at each end
  std::int64_t eager_bytes = 16384;  // up to here a message leaves before its receive is posted
};

// The node of each part, by the name of a placement: "block" fills one node after the other, "cyclic" deals
// the parts round the nodes, "random" shuffles the blocks (the same way each time). Throws Error for another
// name, with the known ones.
std::vector<int> place_parts(const std::string& placement, int n_part, int cores);
std::vector<std::string> placement_names();

}  // namespace groundswell
