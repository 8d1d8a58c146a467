// SPDX-License-Identifier: Apache-2.0
#include "output/output_plan.hpp"

#include <algorithm>
#include <utility>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {
namespace {

// The fields of a product, and its rows if it needs them.
std::vector<TransferField> list_fields(const Product& product) {
  std::vector<TransferField> fields;
  for (const std::string& name : product.fields()) fields.push_back({name, sizeof(float)});
  if (product.row_length() > 0)
    fields.push_back({"rows", std::int64_t(product.row_length() * sizeof(float))});
  return fields;
}

}  // namespace

Decomposition owned_cells(const MeshPart& part) {
  return {part.n_global_cell, {part.global_cell.begin(), part.global_cell.begin() + part.n_owned}};
}

OutputPlan::OutputPlan(const Communicator& world, const ProductList& products, Decomposition own,
                       Duties duties)
    : products_(products), own_(std::move(own)), duties_(duties), first_kind_(products.size()) {
  std::vector<NumberedCell> by_number;
  for (std::size_t cell = 0; cell < own_.cells.size(); ++cell)
    by_number.emplace_back(own_.cells[cell], int(cell));
  std::ranges::sort(by_number);
  for (const Shape& shape : share_shapes(world)) add_product(shape, world, by_number);
}

// The shapes of all products, as the first rank has them, which computes and so knows them all.
std::vector<OutputPlan::Shape> OutputPlan::share_shapes(const Communicator& world) const {
  std::vector<Shape> shapes;
  for (const auto& product : products_)
    shapes.push_back({product->path(), list_fields(*product), product->row_length() > 0,
                      product->is_moving() ? product->schedule().n_date() : 1});
  broadcast_words(world, 0, shapes);
  return shapes;
}

void OutputPlan::add_product(const Shape& shape, const Communicator& world,
                             const std::vector<NumberedCell>& by_number) {
  const auto product =
      std::ranges::find(products_, shape.path, [](const auto& each) { return each->path(); });
  const bool is_mine = product != products_.end();
  if (is_mine) first_kind_[std::size_t(product - products_.begin())] = int(cells_.kinds.size());
  for (std::int64_t i = 0; i < shape.n_kind; ++i) {
    std::vector<std::int64_t> own, wanted;
    std::vector<int>& few = few_.emplace_back();
    if (duties_.writes && is_mine && i < (*product)->schedule().n_date())
      wanted = (*product)->cells((*product)->schedule().date(i));
    if (shape.has_rows) {
      std::vector<std::int64_t> by_any = world.all_gather(std::span<const std::int64_t>(wanted));
      keep_each_once(by_any);
      for (const std::int64_t number : by_any) {
        const auto found = std::ranges::lower_bound(by_number, number, {}, &NumberedCell::first);
        if (found == by_number.end() || found->first != number) continue;
        own.push_back(number);
        few.push_back(found->second);
      }
    } else {
      own = own_.cells;
    }
    add_kind({shape.path, shape.fields}, std::move(own), std::move(wanted));
  }
}

void OutputPlan::add_kind(PacketKind kind, std::vector<std::int64_t> own, std::vector<std::int64_t> wanted) {
  cells_.kinds.push_back(std::move(kind));
  cells_.own.push_back({own_.n_global, std::move(own)});
  cells_.wanted.push_back({own_.n_global, std::move(wanted)});
}

void OutputPlan::add_restart(const ServerTeams& teams, const std::vector<RestartShape::Field>& state,
                             const ServerSettings& settings) {
  if (state.empty()) return;
  std::int64_t row_bytes = 0;
  std::vector<TransferField> fields;
  for (const RestartShape::Field& field : state) {
    fields.push_back({field.name, field.row_bytes()});
    row_bytes += field.row_bytes();
  }
  const std::int64_t most_rows = (own_.n_global - 1) / teams.servers_per_team() + 1;  // per server
  const Slabs slices = divide_restart(most_rows, row_bytes, settings);
  first_slice_ = int(cells_.kinds.size());
  n_slice_ = slices.count;
  std::vector<std::int64_t> wanted;
  if (duties_.writes && teams.writes_restarts())
    wanted = numbers_of(make_block(own_.n_global, teams.ranks().rank(), teams.servers_per_team()));
  add_kind({"restart", fields, slices}, own_.cells, std::move(wanted));
}

int OutputPlan::kind(std::size_t product, const DateTime& now) const {
  const Product& of = *products_[product];
  return first_kind_[product] + (of.is_moving() ? int(of.schedule().n_date_until(now) - 1) : 0);
}

std::vector<Packet> OutputPlan::make_packets(const std::vector<std::size_t>& due, const DateTime& now,
                                             const OutputSource& source,
                                             std::vector<std::vector<float>>& copies) const {
  std::vector<Packet> packets;
  for (const std::size_t i : due) {
    const Product& product = *products_[i];
    const std::size_t row_length = product.row_length();
    Packet& packet = packets.emplace_back(Packet{kind(i, now), {}});
    const std::vector<int>& few = few_[std::size_t(packet.kind)];
    const auto add_copy = [&](std::size_t length) -> std::vector<float>& {
      std::vector<float>& copy = copies.emplace_back(few.size() * length);
      packet.from.push_back(
          make_cell_rows(std::as_const(copy).data(), std::int64_t(few.size()), std::int64_t(length)));
      return copy;
    };
    for (const std::string& name : product.fields()) {
      const View<const float> field = source.field_of(product, name);
      ensure(field.size == own_.cells.size(), "field '", name, "' has ", field.size, " values for ",
             own_.cells.size(), " owned cells");
      if (row_length == 0)
        packet.from.push_back(make_cell_rows(field.data, std::int64_t(field.size)));
      else
        std::ranges::transform(few, add_copy(1).begin(), [&](int cell) { return field[std::size_t(cell)]; });
    }
    if (row_length == 0) continue;
    float* row = add_copy(row_length).data();
    for (const int cell : few) source.get_row(cell, {std::exchange(row, row + row_length), row_length});
  }
  return packets;
}

}  // namespace groundswell
