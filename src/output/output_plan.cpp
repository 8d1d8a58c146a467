// SPDX-License-Identifier: Apache-2.0
#include "output/output_plan.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace groundswell {
namespace {

// Of a slice of a restart on one server, at most.
constexpr std::int64_t slice_bytes = std::int64_t(1) << 25;

}  // namespace

OutputPlan::OutputPlan(const RankRoles& roles, const ProductList& products, std::int64_t n_cell,
                       const OwnCells* own, const std::vector<RestartShape::Field>& state,
                       std::int64_t server_memory)
    : products_(products), n_cell_(n_cell), n_server_(roles.n_output_server()), server_(roles.mine().rank()) {
  add_products(roles, own);
  if (!state.empty()) add_slices(own, state, server_memory);
}

void OutputPlan::add_kind(ParcelKind kind, const OwnCells* own, SomeCells mine,
                          std::vector<std::int64_t> wanted) {
  side_.kinds.push_back(std::move(kind));
  few_.push_back(std::move(mine.local));
  side_.cells.push_back(own ? std::move(mine.numbers) : Decomposition{n_cell_, std::move(wanted)});
}

void OutputPlan::add_products(const RankRoles& roles, const OwnCells* own) {
  for (const auto& product : products_) {
    first_kind_.push_back(int(side_.kinds.size()));
    const std::int64_t n_kind = product->is_moving() ? product->schedule().n_date() : 1;
    for (std::int64_t i = 0; i < n_kind; ++i) {
      std::vector<std::int64_t> wanted;
      if (!own && i < product->schedule().n_date()) wanted = product->cells(product->schedule().date(i));
      SomeCells mine;
      if (product->row_length() > 0) {
        const std::vector<std::int64_t> by_any = gather_wanted(roles.world(), wanted);
        if (own) mine = own->find(by_any);
      } else if (own) {
        mine.numbers = {n_cell_, own->numbers()};
      }
      add_kind({product->path(), make_product_fields(*product)}, own, std::move(mine), std::move(wanted));
    }
  }
}

void OutputPlan::add_slices(const OwnCells* own, const std::vector<RestartShape::Field>& state,
                            std::int64_t server_memory) {
  first_slice_ = int(side_.kinds.size());
  std::int64_t row_bytes = 0;
  std::vector<TransferField> fields;
  for (const RestartShape::Field& field : state) {
    fields.push_back({field.name, field.row_bytes()});
    row_bytes += field.row_bytes();
  }
  const std::int64_t most_rows = (n_cell_ + n_server_ - 1) / n_server_;  // of a server
  slice_rows_ = std::clamp<std::int64_t>(std::min(slice_bytes, server_memory) / row_bytes, 1, most_rows);
  n_slice_ = int((most_rows + slice_rows_ - 1) / slice_rows_);
  for (int slice = 0; slice < n_slice_; ++slice) {
    SomeCells mine;
    std::vector<std::int64_t> wanted;
    if (own) {
      mine.numbers = {n_cell_, own->numbers()};
    } else {
      const Block cells = slice_cells(slice);
      wanted.resize(std::size_t(cells.size()));
      std::iota(wanted.begin(), wanted.end(), cells.begin);
    }
    add_kind({"restart", fields}, own, std::move(mine), std::move(wanted));
  }
}

int OutputPlan::kind(std::size_t product, const DateTime& now) const {
  const Product& of = *products_[product];
  return first_kind_[product] + (of.is_moving() ? int(of.schedule().n_date_until(now) - 1) : 0);
}

Block OutputPlan::slice_cells(int slice) const {
  const Block all = make_block(n_cell_, server_, n_server_);
  const auto bound = [&](int number) { return std::min(all.end, all.begin + number * slice_rows_); };
  return {bound(slice), bound(slice + 1)};
}

}  // namespace groundswell
