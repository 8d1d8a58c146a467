// SPDX-License-Identifier: Apache-2.0
// A network as the replay of exchanges between nodes sees it: links, each one way, and which of them a
// message passes.
#pragma once

#include <span>
#include <vector>

namespace groundswell {

struct ModelledLink {
  double capacity = 0.0;  // [B/s]
  double latency = 0.0;   // [s]
  double busy = 0.0;      // the share of the capacity that other jobs take

  double free() const { return capacity * (1.0 - busy); }  // [B/s]
};

class ModelledNetwork {
 public:
  virtual ~ModelledNetwork() = default;

  int n_node() const { return n_node_; }
  const std::vector<ModelledLink>& links() const { return links_; }
  // Appends the links from one node to another, in their order; none from a node to itself. Always the same.
  virtual void append_route(int from, int to, std::vector<int>& route) const = 0;
  // Nodes of one supernode (a group, in a dragonfly) reach each other without the thin links above it.
  virtual int supernode_of(int node) const = 0;
  // The links between this supernode and the others, both ways.
  virtual std::vector<int> links_above(int supernode) const = 0;

  int n_supernode() const { return 1 + supernode_of(n_node_ - 1); }
  std::vector<int> route(int from, int to) const;
  double latency(int from, int to) const;  // [s], of all links on the way
  // Other jobs take this share of these links. Throws Error unless 0 <= share < 1.
  void set_busy(std::span<const int> links, double share);

 protected:
  // Adds n links and gives the number of the first.
  int add_links(int n, double capacity, double latency);
  void set_nodes(int n) { n_node_ = n; }

 private:
  int n_node_ = 0;
  std::vector<ModelledLink> links_;
};

}  // namespace groundswell
