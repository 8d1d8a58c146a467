// SPDX-License-Identifier: Apache-2.0
// Variables of a file with one row for each cell or vertex of the whole mesh. Every rank computes its own
// rows; the variables are moved to the order of the file and written one after another, so that no rank holds
// more than its share of one variable.
#pragma once

#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "files/dated_file.hpp"
#include "mesh/mesh_part.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell {

// The rows that a rank computes: local indices and global numbers.
struct OwnRows {
  std::vector<int> index;
  std::vector<std::int64_t> global;
  std::int64_t n_global = 0;
};
OwnRows own_cells(const MeshPart& part);
// A vertex belongs to the owner of the lowest-numbered cell around it.
OwnRows own_vertices(const MeshPart& part);

class MeshTables {
 public:
  // `row` and `column` are dimensions of the file; there are `n_column` columns. `file` and `part` must
  // outlive this object. Throws Error on all ranks if a row belongs to no rank or to two. Collective.
  MeshTables(ParallelFile& file, const MeshPart& part, const OwnRows& rows, int row, int column,
             int n_column);
  MeshTables(const MeshTables&) = delete;  // the functions in writers_ point to this object
  MeshTables& operator=(const MeshTables&) = delete;

  // Defines a variable with the value value(part, index) in each row; returns its number.
  template <class F>
  int add(const VariableText& text, F value) {
    using T = std::invoke_result_t<F, const MeshPart&, int>;
    return add_table<T>(text, false, [value](const MeshPart& part, int i, int) { return value(part, i); });
  }
  // As above, for a variable with columns: value(part, index, column).
  template <class F>
  int add_rows(const VariableText& text, F value) {
    using T = std::invoke_result_t<F, const MeshPart&, int, int>;
    return add_table<T>(text, true, value);
  }
  // Writes all variables, once the file's definitions are complete. Collective.
  void write() const {
    for (const auto& write_one : writers_) write_one();
  }

  const Block& block() const { return block_; }  // the rows that this rank writes

 private:
  template <class T>  // int or double
  using Value = std::function<T(const MeshPart&, int, int)>;
  template <class T>
  int add_table(const VariableText& text, bool has_columns, Value<T> value);
  template <class T>
  void write_table(int variable, bool has_columns, const Value<T>& value);

  ParallelFile& file_;
  const MeshPart& part_;
  std::vector<int> index_;
  int row_, column_, n_column_;
  Block block_;
  PacketExchange to_block_;
  std::vector<std::function<void()>> writers_;
};

}  // namespace groundswell
