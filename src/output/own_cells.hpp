// SPDX-License-Identifier: Apache-2.0
// The cells that a compute rank owns, and the values at these cells that a product needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/product.hpp"
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

// A subset of the cells: global numbers and local indices.
struct SomeCells {
  Decomposition numbers;
  std::vector<int> local;
};

class OwnCells {
 public:
  explicit OwnCells(const MeshPart& part);

  std::int64_t n_global() const { return n_global_; }
  std::size_t size() const { return numbers_.size(); }
  const std::vector<std::int64_t>& numbers() const { return numbers_; }
  // The cells of this rank that are among these global numbers, in the same order.
  SomeCells find(const std::vector<std::int64_t>& numbers) const;

 private:
  std::int64_t n_global_;
  std::vector<std::int64_t> numbers_;                    // global, by local index
  std::vector<std::pair<std::int64_t, int>> by_number_;  // global numbers, ascending, with local indices
};

// The fields of a product, and its rows if it needs them, in the form in which they are sent.
std::vector<TransferField> make_product_fields(const Product& product);

// What is sent for a product: its fields on all owned cells, without a copy, or, for a product with rows,
// copies of the fields and rows of the few cells that it needs. Valid until the next update of the source.
class ProductRows {
 public:
  ProductRows(const Product& product, const OutputSource& source, const OwnCells& own,
              const std::vector<int>& few);
  const std::vector<ConstCellRows>& rows() const { return rows_; }

 private:
  std::vector<std::vector<float>> fields_;
  RowArray<float> few_rows_;
  std::vector<ConstCellRows> rows_;
};

// The cell numbers that any rank wants, ascending. Collective.
std::vector<std::int64_t> gather_wanted(const Communicator& communicator,
                                        const std::vector<std::int64_t>& mine);

}  // namespace groundswell
