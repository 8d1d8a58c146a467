// SPDX-License-Identifier: Apache-2.0
// Methods that exchange with all neighbours in one call of MPI's neighbourhood collectives.
#pragma once

#include <vector>

#include "comm/graph_exchange.hpp"
#include "comm/graph_topology.hpp"
#include "halo/halo_method.hpp"
#include "halo/halo_staging.hpp"
#include "halo/latest_sets.hpp"

namespace groundswell {

// The common part of methods with one buffer for all sends and one for all receives.
class GraphMethod : public HaloMethod {
 public:
  explicit GraphMethod(const HaloContext& context);

 protected:
  void load(const HaloRows& rows, bool may_receive_in_place = true);  // also packs
  GraphExchange exchange();
  void unpack() { staging_.unpack_all(); }

  GraphTopology graph_;
  HaloStaging staging_;
  const HaloRows* rows_ = nullptr;

 private:
  std::vector<int> send_counts_, receive_counts_;  // [n_neighbour] in cells
};

// MPI_Ineighbor_alltoallv.
class Graph : public GraphMethod {
 public:
  using GraphMethod::GraphMethod;
  void start(const HaloRows& rows) override;
  bool is_ready() override { return request_.test(); }
  void finish() override;

 protected:
  void send();

 private:
  CollectiveRequest request_;
};

// Makes the same call as Graph, but only in finish(). It represents the blocking MPI_Neighbor_alltoallv of
// the literature, whose wait could not be interrupted.
class GraphBlocking final : public Graph {
 public:
  using Graph::Graph;
  void start(const HaloRows& rows) override { load(rows); }
  bool is_ready() override { return is_sent_ && Graph::is_ready(); }
  void finish() override;

 private:
  bool is_sent_ = false;
};

// MPI_Neighbor_alltoallv_init, called once per row length. The call is collective, so all ranks must make it
// in the same exchange: when it is made depends only on lengths, never on where the rows lie.
class GraphPersistent final : public GraphMethod {
 public:
  explicit GraphPersistent(const HaloContext& context);
  void start(const HaloRows& rows) override;
  bool is_ready() override { return now_->exchange.test(); }
  void finish() override;

 private:
  struct Set {
    std::int64_t row_bytes;
    PersistentExchange exchange;
  };
  LatestSets<Set> sets_;
  Set* now_ = nullptr;
  std::int64_t longest_ = 0;  // longest row up to now [bytes]; a longer one makes the buffers move
};

// MPI_Ineighbor_alltoallw with datatypes that describe the rows in place: nothing is packed.
class Datatypes final : public HaloMethod {
 public:
  explicit Datatypes(const HaloContext& context);
  void start(const HaloRows& rows) override;
  bool is_ready() override { return request_.test(); }

 private:
  struct Set {
    HaloRows rows;
    TypedExchange exchange;
  };
  TypedExchange make_exchange(const HaloRows& rows) const;

  GraphTopology graph_;
  LatestSets<Set> sets_;
  CollectiveRequest request_;
};

}  // namespace groundswell
