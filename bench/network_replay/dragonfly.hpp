// SPDX-License-Identifier: Apache-2.0
// A dragonfly network: groups of routers. Each pair of routers in a group is linked, and so is each pair of
// groups. The link from group i to group j begins at router j mod `routers` of group i. A message takes the
// shortest route: to the router with the link to its target's group, over this link, and to the target's
// router. Reference: Kim, Dally, Scott and Abts 2008, ISCA, 77-88.
#pragma once

#include "bench/network_replay/modelled_network.hpp"

namespace groundswell {

struct DragonflyShape {
  int groups = 4, routers = 16, nodes = 16;  // numbers of groups, routers per group, nodes per router
  double node_bandwidth = 12.5e9;            // [B/s], like the next two
  double local_bandwidth = 50e9;             // between two routers of a group
  double global_bandwidth = 525e9;           // between two groups
  double latency = 0.3e-6;                   // [s] of every link
};

class Dragonfly : public ModelledNetwork {
 public:
  // Throws Error for an impossible shape.
  explicit Dragonfly(const DragonflyShape& shape);

  void append_route(int from, int to, std::vector<int>& route) const override;
  int supernode_of(int node) const override { return node / (shape_.nodes * shape_.routers); }
  std::vector<int> links_above(int supernode) const override;

 private:
  int local(int group, int from, int to) const {
    return local_ + (group * shape_.routers + from) * shape_.routers + to;
  }
  int global(int from, int to) const { return global_ + from * shape_.groups + to; }

  DragonflyShape shape_;
  int up_ = 0, down_ = 0, local_ = 0, global_ = 0;  // index of the first link of each kind
};

}  // namespace groundswell
