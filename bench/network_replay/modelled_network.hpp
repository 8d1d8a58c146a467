// SPDX-License-Identifier: Apache-2.0
// A network as modelled by the replay of exchanges between nodes: unidirectional links, and the routes of
// messages.
#pragma once

#include <span>
#include <vector>

namespace groundswell {

struct ModelledLink {
  double capacity = 0.0;  // [B/s]
  double latency = 0.0;   // [s]
  double busy = 0.0;      // fraction of the capacity used by other jobs

  double free() const { return capacity * (1.0 - busy); }  // [B/s]
};

class ModelledNetwork {
 public:
  virtual ~ModelledNetwork() = default;

  int n_node() const { return n_node_; }
  const std::vector<ModelledLink>& links() const { return links_; }
  // Appends the links from one node to another, in order; none from a node to itself. Deterministic.
  virtual void append_route(int from, int to, std::vector<int>& route) const = 0;
  // Nodes of one supernode (in a dragonfly, a group) reach each other without the links above it.
  virtual int supernode_of(int node) const = 0;
  // The links between this supernode and the others, in both directions.
  virtual std::vector<int> links_above(int supernode) const = 0;

  int n_supernode() const { return 1 + supernode_of(n_node_ - 1); }
  std::vector<int> route(int from, int to) const;
  double latency(int from, int to) const;  // [s], sum over all links of the route
  // Sets the fraction of these links' capacity that other jobs use. Throws Error unless 0 <= share < 1.
  void set_busy(std::span<const int> links, double share);

 protected:
  // Adds n links and returns the index of the first.
  int add_links(int n, double capacity, double latency);
  void set_nodes(int n) { n_node_ = n; }

 private:
  int n_node_ = 0;
  std::vector<ModelledLink> links_;
};

}  // namespace groundswell
