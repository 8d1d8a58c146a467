// SPDX-License-Identifier: Apache-2.0
// How the output of a run is sent to output servers: which kinds of packets there are, and of which cells
// each server wants them. Both sides build the plan together, each from its own list of products; a server's
// list has only the products that its team writes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/block.hpp"
#include "comm/rank_roles.hpp"
#include "output/own_cells.hpp"
#include "output/product_list.hpp"
#include "restart/restart_writer.hpp"
#include "serve/server_teams.hpp"
#include "transport/transport.hpp"

namespace groundswell {

class OutputPlan {
 public:
  // `own` are the cells of a compute rank, null on servers. `products` must outlive the plan; on compute
  // ranks they are all products of the run, in the same order on each. `state` has the fields of a restart;
  // it is empty if no restarts are written. On a server, a slice of a restart takes at most `server_memory`
  // [B], unless a single cell takes more. Collective on all ranks of both roles.
  OutputPlan(const RankRoles& roles, const ServerTeams& teams, const ProductList& products,
             std::int64_t n_cell, const OwnCells* own, const std::vector<RestartShape::Field>& state,
             std::int64_t server_memory);

  // Hands over this rank's side of the transport; to be called once.
  TransportSide take_side() { return std::move(side_); }
  // The kind under which a product is sent at a date on which it is due: one for all dates or, if its cells
  // move, one per date.
  int kind(std::size_t product, const DateTime& now) const;
  // On a compute rank, for the kind of a product with rows: local indices of this rank's cells that some
  // server wants.
  const std::vector<int>& few(int kind) const { return few_[std::size_t(kind)]; }

  // A restart is sent in slices, each of which has contiguous cells for each server.
  int n_slice() const { return slices_.count; }
  int slice_kind(int slice) const { return first_slice_ + slice; }
  // The cells of this server in a slice; may be empty.
  Block slice_cells(int slice) const;

 private:
  // How a product is sent; known on all ranks.
  struct Shape {
    std::string path;
    std::vector<TransferField> fields;
    bool has_rows = false;
    std::int64_t n_kind = 1;
  };
  std::vector<Shape> share_shapes(const Communicator& world, bool computes) const;
  void add_products(const RankRoles& roles, const OwnCells* own);
  void add_product(const Shape& shape, const Communicator& world, const OwnCells* own);
  void add_slices(const OwnCells* own, const std::vector<RestartShape::Field>& state,
                  std::int64_t server_memory);
  Block restart_cells() const;  // of this server
  void add_kind(PacketKind kind, const OwnCells* own, SomeCells mine, std::vector<std::int64_t> wanted);

  const ProductList& products_;
  std::int64_t n_cell_;
  int servers_per_team_;         // servers that write a file together
  int restart_rank_ = -1;        // a server's rank in the team that writes restarts; -1 elsewhere
  std::vector<int> first_kind_;  // for each product
  int first_slice_ = 0;
  Slabs slices_{0, 0};  // of restarts; none if there are none
  TransportSide side_;
  std::vector<std::vector<int>> few_;  // for each kind
};

}  // namespace groundswell
