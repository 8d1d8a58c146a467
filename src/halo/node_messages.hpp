// SPDX-License-Identifier: Apache-2.0
// The halo of neighbours on other nodes, with one message per pair of nodes and direction. Each pair of nodes
// is assigned to one rank per node, the carrier (aggregator), round robin. Ranks pass their rows to the
// carrier through shared memory; the carrier sends them in one message to the carrier on the other node, from
// which the receivers copy their rows, again through shared memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "comm/shared_posts.hpp"
#include "comm/sparse_exchange.hpp"
#include "halo/halo_method.hpp"

namespace groundswell {

// The node of each rank, and the carrier of the messages between two nodes.
class NodeCarriers {
 public:
  // Collective.
  explicit NodeCarriers(const Communicator& communicator);
  int node(int rank) const { return node_of_rank_[std::size_t(rank)]; }
  // The rank of `node` that carries its messages to and from `other`.
  int carrier(int node, int other) const {
    const std::vector<int>& ranks = ranks_of_node_[std::size_t(node)];
    return ranks[std::size_t(other) % ranks.size()];
  }

 private:
  std::vector<int> node_of_rank_;
  std::vector<std::vector<int>> ranks_of_node_;
};

// Messages to other nodes. In a message the rows are in the order of senders, then of receivers.
class NodeSends {
 public:
  // `leave` [n_neighbour]: neighbours that are reached by other means. Collective, like the constructors
  // below.
  NodeSends(const HaloContext& context, const NodeCarriers& carriers, const std::vector<bool>& leave);
  void start(const HaloRows& rows, std::int64_t number);
  bool progress();  // true once all messages that this rank carries have been sent
  void withdraw() { posts_->end(); }

 private:
  struct ToNode {  // one message
    int carrier = 0;
    std::int64_t rows = 0, begin = 0;
    int n_giver = 0, n_open = 0;
    Request request;
  };
  struct Share {  // what a giver (a rank that sends through this carrier) adds to a message
    int message = 0;
    std::int64_t rows = 0, from = 0, to = 0;  // `from`, `to`: first row at the giver and in buffer_
  };
  void plan_giving(const NodeCarriers& carriers, const std::vector<bool>& leave);
  void plan_carrying(const NodeCarriers& carriers);
  void collect(int giver);

  const HaloContext& context_;
  // What this rank passes to carriers, in the order of carriers, nodes and neighbours.
  std::vector<int> given_neighbours_, carriers_;
  std::vector<std::int64_t> given_begin_;  // [carrier + 1] in rows
  std::vector<RankMessage> given_;         // to each carrier: node, rows, node, rows, ..
  // What this rank carries for ranks of its node.
  std::vector<int> givers_;
  std::vector<std::vector<Share>> shares_;  // [giver]
  std::vector<std::byte> buffer_;           // outlives the messages
  std::vector<ToNode> messages_;

  std::array<std::optional<SharedMemory>, 2> packed_;  // of even and odd exchanges
  std::optional<SharedPosts> posts_;
  std::vector<int> open_;  // indices in givers_ of those whose rows are awaited
  std::int64_t number_ = 0, row_bytes_ = 0;
};

// Messages from other nodes.
class NodeReceives {
 public:
  NodeReceives(const HaloContext& context, const NodeCarriers& carriers, const std::vector<bool>& leave);
  void start(const HaloRows& rows, std::int64_t number);
  bool progress();  // true once this rank has its rows and has posted those that it carries
  void withdraw() { posts_->end(); }

 private:
  struct FromNode {  // one message
    int carrier = 0;
    std::int64_t rows = 0, begin = 0;
    Request request;
  };
  struct Piece {  // rows from a neighbour, in the buffer of a carrier
    int neighbour = 0;
    std::int64_t begin = 0;  // in rows
  };
  void plan_carrying(const NodeCarriers& carriers, const std::vector<RankMessage>& asked);
  void receive();
  void take(int bringer);

  const HaloContext& context_;
  std::array<std::optional<SharedMemory>, 2> brought_;  // of even and odd exchanges; outlives the messages
  std::vector<FromNode> messages_;
  std::int64_t n_carried_ = 0;       // rows
  std::vector<int> takers_;          // ranks that take their rows from this one
  std::vector<RankMessage> begins_;  // for each taker: offsets of its pieces, in the order of its request
  std::vector<int> bringers_;        // carriers of this rank's rows
  std::vector<std::vector<Piece>> pieces_;  // [bringer]

  std::optional<SharedPosts> posts_;
  std::vector<int> open_;  // indices in bringers_ of those whose rows are awaited
  const HaloRows* rows_ = nullptr;
  std::int64_t number_ = 0;
  bool has_posted_ = false;
};

class NodeMessages {
 public:
  NodeMessages(const HaloContext& context, const std::vector<bool>& leave)
      : carriers_(context.communicator),
        sends_(context, carriers_, leave),
        receives_(context, carriers_, leave) {}

  void start(const HaloRows& rows) {
    ++number_;
    receives_.start(rows, number_);
    sends_.start(rows, number_);
  }
  bool progress() {
    const bool all_sent = sends_.progress();
    return receives_.progress() && all_sent;
  }
  void withdraw() {
    sends_.withdraw();
    receives_.withdraw();
  }

 private:
  NodeCarriers carriers_;
  NodeSends sends_;
  NodeReceives receives_;
  std::int64_t number_ = 0;
};

}  // namespace groundswell
