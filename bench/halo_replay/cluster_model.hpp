// SPDX-License-Identifier: Apache-2.0
// A cluster as modelled by the replay of halo exchanges, and the placement of a mesh's parts on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace groundswell {

// The defaults are those of a typical cluster of 2020 with 100 Gbit/s InfiniBand; see
// docs/experiments/halo_replay.md.
struct ClusterModel {
  int cores = 32;                    // ranks on a node
  double node_bandwidth = 12.5e9;    // [B/s] of a node's link, each way; shared by its ranks
  double latency = 2e-6;             // [s] between nodes
  double flag_latency = 0.4e-6;      // [s] between cores of a node
  double copy_bandwidth = 3e9;       // [B/s] of one core while all cores of its node copy
  double message_overhead = 0.5e-6;  // [s] of CPU time per message between ranks, at each end
  std::int64_t eager_bytes = 16384;  // up to this size, a message is sent without waiting for its receive
};

// The node of each part, by the name of a placement: "block" fills one node after another, "cyclic" assigns
// parts to nodes round-robin, "random" fills the nodes with parts in random order (the same on each call).
// Throws Error for an unknown name, listing the known ones.
std::vector<int> place_parts(const std::string& placement, int n_part, int cores);
std::vector<std::string> placement_names();

}  // namespace groundswell
