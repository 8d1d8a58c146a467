// SPDX-License-Identifier: Apache-2.0
// An extended generalised fat tree: a switch of level l + 1 has children[l] children below it, and each of
// these has links to parents[l] switches above. The nodes are level 0. A supernode consists of the nodes that
// reach each other without switches of the top level. A message climbs to the first level that has its target
// below it; the target's number determines which of the switches above the message takes (D-mod-k routing),
// so that the targets are spread evenly over the links. References: Ohring, Ibel, Das and Kumar 1995, IPPS,
// 37-44; Zahavi 2012, J. Parallel Distrib. Comput. 72, 1423-1432.
#pragma once

#include "bench/network_replay/modelled_network.hpp"

namespace groundswell {

struct FatTreeShape {
  std::vector<int> children{256, 4}, parents{1, 64};
  double bandwidth = 12.5e9, latency = 0.3e-6;  // [B/s] and [s] of every link
};

class FatTree : public ModelledNetwork {
 public:
  // Throws Error for an impossible shape.
  explicit FatTree(const FatTreeShape& shape);

  void append_route(int from, int to, std::vector<int>& route) const override;
  int supernode_of(int node) const override { return node / levels_.back().below; }
  std::vector<int> links_above(int supernode) const override;

 private:
  // The links between level l and level l + 1. Every upward link has a downward counterpart.
  struct Level {
    int below = 1;         // number of nodes in a subtree whose top is on this level
    int copies = 1;        // number of switches at the top of the same subtree
    int ports = 1;         // number of links up from each of these switches
    int up = 0, down = 0;  // index of the first link in each direction
    int index(int node, int copy, int port) const { return (node / below * copies + copy) * ports + port; }
  };
  std::vector<Level> levels_;
};

}  // namespace groundswell
