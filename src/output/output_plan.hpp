// SPDX-License-Identifier: Apache-2.0
// What the output of a run sends: which kinds of packets there are, of which cells each rank has or wants the
// rows, and the packets of a date. With output servers, both sides build the plan together, each from its own
// list of products; a server's list has only the products that its team writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "output/product_list.hpp"
#include "restart/restart_writer.hpp"
#include "serve/server_teams.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/packet.hpp"

namespace groundswell {

// The source of the values: the wave model or any other model. Units and directions are as in ProductValues.
class OutputSource {
 public:
  virtual ~OutputSource() = default;
  // Updates the fields of these names; called once for each date, before the functions below. Collective.
  virtual void update(const DateTime& now, const std::vector<std::string>& names) = 0;
  // A field on the owned cells, in local order; valid until the next update.
  virtual View<const float> field(std::string_view name) const = 0;
  // As above, for a product: statistics are those since its previous date.
  virtual View<const float> field_of(const Product&, std::string_view name) const { return field(name); }
  // Copies the row of an owned cell (Product::row_length) to `row`.
  virtual void get_row(int cell, View<float> row) const = 0;
};

// The owned cells of a part of the mesh, in local order.
Decomposition owned_cells(const MeshPart& part);

class OutputPlan {
 public:
  struct Duties {
    bool computes, writes;
  };
  struct Cells {
    std::vector<PacketKind> kinds;
    std::vector<Decomposition> own, wanted;  // for each kind; empty where the rank has no such duty
  };

  // `own` are the cells of a rank that computes; a rank that only writes has none. `products` must outlive
  // the plan; on ranks that compute, such as the first one, they are all products of the run, in the same
  // order on each. Collective on all ranks of the output.
  OutputPlan(const Communicator& world, const ProductList& products, Decomposition own, Duties duties);
  // Adds the kinds of a restart with fields `state`, one for each of its slices (divide_restart), in which
  // each server gets contiguous cells; none without fields.
  void add_restart(const ServerTeams& teams, const std::vector<RestartShape::Field>& state,
                   const ServerSettings& settings);

  // Hands over all kinds; to be called once.
  Cells take_cells() { return std::move(cells_); }
  // The kind under which a product is sent at a date on which it is due: one for all dates or, if its cells
  // move, one per date.
  int kind(std::size_t product, const DateTime& now) const;
  // On a rank that computes: what is sent for these products at a date. Fields on all owned cells are not
  // copied; a product with rows has few cells, whose values are copied to `copies`. Valid until the next
  // update of the source.
  std::vector<Packet> make_packets(const std::vector<std::size_t>& due, const DateTime& now,
                                   const OutputSource& source, std::vector<std::vector<float>>& copies) const;

  int n_slice() const { return n_slice_; }
  int first_slice() const { return first_slice_; }  // its kind

 private:
  // How a product is sent; known on all ranks.
  struct Shape {
    std::string path;
    std::vector<TransferField> fields;
    bool has_rows = false;
    std::int64_t n_kind = 1;
    static auto words(auto& self) { return std::tie(self.path, self.fields, self.has_rows, self.n_kind); }
  };
  std::vector<Shape> share_shapes(const Communicator& world) const;
  using NumberedCell = std::pair<std::int64_t, int>;  // an owned cell: global number, local index
  void add_product(const Shape& shape, const Communicator& world, const std::vector<NumberedCell>& by_number);
  void add_kind(PacketKind kind, std::vector<std::int64_t> own, std::vector<std::int64_t> wanted);

  const ProductList& products_;
  Decomposition own_;
  Duties duties_;
  std::vector<int> first_kind_;  // for each product
  int first_slice_ = 0, n_slice_ = 0;
  Cells cells_;
  // For each kind of a product with rows: local indices of this rank's cells that some rank wants.
  std::vector<std::vector<int>> few_;
};

}  // namespace groundswell
