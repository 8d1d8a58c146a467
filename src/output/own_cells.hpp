// SPDX-License-Identifier: Apache-2.0
// The cells of a rank that computes, and the rows of them that a product needs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output/product.hpp"
#include "transfer/decomposition.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Whoever has the values: the wave model, or any other. Units and directions are those of ProductValues.
class OutputSource {
 public:
  virtual ~OutputSource() = default;
  // Brings the fields of these names up to date; called once for each date, before the functions below.
  // Collective.
  virtual void update(const DateTime& now, const std::vector<std::string>& names) = 0;
  // A field on the owned cells, in local order; valid until the next update.
  virtual View<const float> field(std::string_view name) const = 0;
  // The same for a product: its statistics since its date before.
  virtual View<const float> field_of(const Product&, std::string_view name) const { return field(name); }
  // The row of an owned cell.
  virtual void get_row(int cell, View<float> row) const = 0;
};

// Some of them: as numbers in the whole mesh, and local.
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
  // Those of these numbers, ascending, that are this rank's.
  SomeCells find(const std::vector<std::int64_t>& numbers) const;

 private:
  std::int64_t n_global_;
  std::vector<std::int64_t> numbers_;                    // in the whole mesh, by local index
  std::vector<std::pair<std::int64_t, int>> by_number_;  // the same with local indices, ascending
};

// The fields of a product, and its rows where it needs them, as they travel.
std::vector<TransferField> make_product_fields(const Product& product);

// Rows of what travels for a product: fields from where they lie, or, of a product with rows, whose cells
// are few, a copy. They are valid until the next update of the source.
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

// Numbers that any rank wants, ascending. Collective.
std::vector<std::int64_t> gather_wanted(const Communicator& communicator,
                                        const std::vector<std::int64_t>& mine);

}  // namespace groundswell
