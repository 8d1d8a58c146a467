// SPDX-License-Identifier: Apache-2.0
// Moves rows of tables, each held by one rank, to all ranks that need them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/block.hpp"
#include "comm/communicator.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/packet.hpp"

namespace groundswell {

// Copies the rows of each field that this rank wants from where they are held, to the rows of `to`. Errors as
// for PacketExchange. Collective.
void move_rows(const Communicator& communicator, const PacketKind& kind, const Decomposition& held,
               const Decomposition& wanted, std::vector<ConstCellRows> from, std::span<const CellRows> to);

// Moves rows of tables that have one row for each of a number of items, such as the cells of a mesh.
class RowMove {
 public:
  // This rank has the rows `held` (each row is held by exactly one rank) and needs the rows `wanted`. `what`
  // names the rows in error messages.
  RowMove(const Communicator& communicator, std::string what, Decomposition held,
          std::vector<std::int64_t> wanted)
      : communicator_(communicator),
        kind_{std::move(what), {}},
        held_(std::move(held)),
        wanted_{held_.n_global, std::move(wanted)} {}
  // As above, if this rank holds a contiguous block of rows.
  RowMove(const Communicator& communicator, std::string what, std::int64_t n_row, const Block& held,
          std::vector<std::int64_t> wanted)
      : RowMove(communicator, std::move(what), {n_row, numbers_of(held)}, std::move(wanted)) {}

  // move() will fill `to` with the wanted rows, of `width` values each, of the table whose held rows are in
  // `from`. Until then, neither vector may be resized or destroyed.
  template <class T>
  void add(const std::vector<T>& from, std::vector<T>& to, int width = 1) {
    to.resize(wanted_.cells.size() * std::size_t(width));
    kind_.fields.push_back({kind_.name, std::int64_t(width * sizeof(T))});
    from_.push_back(make_cell_rows(from.data(), std::int64_t(held_.cells.size()), width));
    to_.push_back(make_cell_rows(to.data(), std::int64_t(wanted_.cells.size()), width));
  }
  // Collective.
  void move();

 private:
  const Communicator& communicator_;
  PacketKind kind_;
  Decomposition held_, wanted_;
  std::vector<ConstCellRows> from_;
  std::vector<CellRows> to_;
};

}  // namespace groundswell
