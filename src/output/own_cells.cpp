// SPDX-License-Identifier: Apache-2.0
#include "output/own_cells.hpp"

#include <algorithm>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

OwnCells::OwnCells(const MeshPart& part)
    : n_global_(part.n_global_cell),
      numbers_(part.global_cell.begin(), part.global_cell.begin() + part.n_owned) {
  for (std::size_t cell = 0; cell < numbers_.size(); ++cell)
    by_number_.emplace_back(numbers_[cell], int(cell));
  std::ranges::sort(by_number_);
}

SomeCells OwnCells::find(const std::vector<std::int64_t>& numbers) const {
  SomeCells some{{n_global_, {}}, {}};
  for (const std::int64_t number : numbers) {
    const auto found = std::ranges::lower_bound(by_number_, number, {}, &std::pair<std::int64_t, int>::first);
    if (found == by_number_.end() || found->first != number) continue;
    some.numbers.cells.push_back(number);
    some.local.push_back(found->second);
  }
  return some;
}

std::vector<TransferField> make_product_fields(const Product& product) {
  std::vector<TransferField> fields;
  for (const std::string& name : product.fields()) fields.push_back({name, sizeof(float)});
  if (product.row_length() > 0)
    fields.push_back({"rows", std::int64_t(product.row_length() * sizeof(float))});
  return fields;
}

ProductRows::ProductRows(const Product& product, const OutputSource& source, const OwnCells& own,
                         const std::vector<int>& few) {
  for (const std::string& name : product.fields()) {
    const View<const float> field = source.field_of(product, name);
    ensure(field.size == own.size(), "field '", name, "' has ", field.size, " values for ", own.size(),
           " owned cells");
    if (product.row_length() == 0) {
      rows_.push_back(make_cell_rows(field.data, std::int64_t(field.size)));
      continue;
    }
    std::vector<float>& values = fields_.emplace_back();
    for (const int cell : few) values.push_back(field[std::size_t(cell)]);
  }
  if (product.row_length() == 0) return;
  for (const std::vector<float>& values : fields_) rows_.push_back(make_cell_rows(values));
  few_rows_ = RowArray<float>(few.size(), product.row_length());
  for (std::size_t i = 0; i < few.size(); ++i)
    source.get_row(few[i], {few_rows_.row(i), product.row_length()});
  rows_.push_back(make_cell_rows(few_rows_, 0, std::int64_t(product.row_length())));
}

std::vector<std::int64_t> gather_wanted(const Communicator& communicator,
                                        const std::vector<std::int64_t>& mine) {
  std::vector<std::int64_t> all = communicator.all_gather(std::span<const std::int64_t>(mine));
  keep_each_once(all);
  return all;
}

}  // namespace groundswell
