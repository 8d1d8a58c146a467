// SPDX-License-Identifier: Apache-2.0
#include "output/output_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/words.hpp"

namespace groundswell {

OutputPlan::OutputPlan(const RankRoles& roles, const ServerTeams& teams, const ProductList& products,
                       std::int64_t n_cell, const OwnCells* own,
                       const std::vector<RestartShape::Field>& state, std::int64_t server_memory)
    : products_(products), n_cell_(n_cell), servers_per_team_(teams.servers_per_team()) {
  if (!own && teams.writes_restarts()) restart_rank_ = teams.ranks().rank();
  add_products(roles, own);
  if (!state.empty()) add_slices(own, state, server_memory);
}

void OutputPlan::add_kind(PacketKind kind, const OwnCells* own, SomeCells mine,
                          std::vector<std::int64_t> wanted) {
  side_.kinds.push_back(std::move(kind));
  few_.push_back(std::move(mine.local));
  side_.cells.push_back(own ? std::move(mine.numbers) : Decomposition{n_cell_, std::move(wanted)});
}

// Broadcasts the shapes of all products from the first rank, which computes and so knows them all.
std::vector<OutputPlan::Shape> OutputPlan::share_shapes(const Communicator& world, bool computes) const {
  WordWriter told;
  if (computes)
    for (const auto& product : products_) {
      const std::vector<TransferField> fields = make_product_fields(*product);
      told.add(product->path(), product->row_length() > 0,
               product->is_moving() ? product->schedule().n_date() : 1, fields.size());
      for (const TransferField& field : fields) told.add(field.name, field.row_bytes);
    }
  std::string all = told.text();
  world.broadcast(all, 0);
  std::vector<Shape> shapes;
  for (WordReader words(all); !words.at_end();) {
    Shape& shape = shapes.emplace_back();
    words.read(shape.path, shape.has_rows, shape.n_kind);
    shape.fields.resize(words.next<std::size_t>());
    for (TransferField& field : shape.fields) words.read(field.name, field.row_bytes);
  }
  return shapes;
}

void OutputPlan::add_products(const RankRoles& roles, const OwnCells* own) {
  first_kind_.resize(products_.size());
  for (const Shape& shape : share_shapes(roles.world(), own != nullptr))
    add_product(shape, roles.world(), own);
}

void OutputPlan::add_product(const Shape& shape, const Communicator& world, const OwnCells* own) {
  const auto product =
      std::ranges::find(products_, shape.path, [](const auto& each) { return each->path(); });
  const bool is_mine = product != products_.end();
  if (is_mine) first_kind_[std::size_t(product - products_.begin())] = int(side_.kinds.size());
  for (std::int64_t i = 0; i < shape.n_kind; ++i) {
    std::vector<std::int64_t> wanted;
    if (!own && is_mine && i < (*product)->schedule().n_date())
      wanted = (*product)->cells((*product)->schedule().date(i));
    SomeCells mine;
    if (shape.has_rows) {
      const std::vector<std::int64_t> by_any = gather_wanted(world, wanted);
      if (own) mine = own->find(by_any);
    } else if (own) {
      mine.numbers = {n_cell_, own->numbers()};
    }
    add_kind({shape.path, shape.fields}, own, std::move(mine), std::move(wanted));
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
  const std::int64_t most_rows = (n_cell_ + servers_per_team_ - 1) / servers_per_team_;  // per server
  slices_ = divide_into_slabs(most_rows, row_bytes, std::min(restart_slab_bytes, server_memory));
  SomeCells mine;
  std::vector<std::int64_t> wanted;
  if (own)
    mine.numbers = {n_cell_, own->numbers()};
  else
    wanted = numbers_of(restart_cells());
  add_kind({"restart", fields, slices_}, own, std::move(mine), std::move(wanted));
}

int OutputPlan::kind(std::size_t product, const DateTime& now) const {
  const Product& of = *products_[product];
  return first_kind_[product] + (of.is_moving() ? int(of.schedule().n_date_until(now) - 1) : 0);
}

Block OutputPlan::restart_cells() const {
  return restart_rank_ < 0 ? Block{} : make_block(n_cell_, restart_rank_, servers_per_team_);
}

Block OutputPlan::slice_cells(int slice) const {
  const Block all = restart_cells();
  const auto bound = [&](int number) { return std::min(all.end, all.begin + number * slices_.rows); };
  return {bound(slice), bound(slice + 1)};
}

}  // namespace groundswell
