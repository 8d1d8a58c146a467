// SPDX-License-Identifier: Apache-2.0
// Fields travel from where they lie; of the few cells that have rows, a copy is made.
#include "output/output_sender.hpp"

#include <algorithm>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {
namespace {

// Numbers that any rank wants, ascending.
std::vector<std::int64_t> gather_wanted(const Communicator& communicator,
                                        const std::vector<std::int64_t>& mine) {
  std::vector<std::int64_t> all = communicator.all_gather(std::span<const std::int64_t>(mine));
  keep_each_once(all);
  return all;
}

std::vector<TransferField> make_fields(const std::vector<std::string>& names, std::size_t row_length) {
  std::vector<TransferField> fields;
  for (const std::string& name : names) fields.push_back({name, sizeof(float)});
  if (row_length > 0) fields.push_back({"rows", std::int64_t(row_length * sizeof(float))});
  return fields;
}

// The values of some cells, copied.
ProductValues copy_few(const OutputSource& source, const std::vector<std::string>& names,
                       const std::vector<int>& cells, std::size_t row_length) {
  ProductValues values{names, {}, RowArray<float>(cells.size(), row_length)};
  for (const std::string& name : names) {
    const View<const float> field = source.field(name);
    std::vector<float>& few = values.fields.emplace_back();
    for (const int cell : cells) few.push_back(field[std::size_t(cell)]);
  }
  for (std::size_t i = 0; i < cells.size(); ++i) source.get_row(cells[i], {values.rows.row(i), row_length});
  return values;
}

}  // namespace

OutputSender::OutputSender(const Communicator& communicator, const MeshPart& part)
    : communicator_(communicator.duplicate()),
      n_global_cell_(part.n_global_cell),
      own_(part.global_cell.begin(), part.global_cell.begin() + part.n_owned) {
  for (std::size_t cell = 0; cell < own_.size(); ++cell) by_number_.emplace_back(own_[cell], int(cell));
  std::ranges::sort(by_number_);
}

OutputSender::Way OutputSender::make_way(const Product& product, const std::vector<std::string>& names,
                                         const std::vector<std::int64_t>& wanted) const {
  Decomposition mine{n_global_cell_, own_};
  const Decomposition target{n_global_cell_, wanted};
  std::vector<int> few;
  if (product.row_length() > 0) {
    mine.cells.clear();
    for (const std::int64_t number : gather_wanted(communicator_, wanted)) {
      const auto found =
          std::ranges::lower_bound(by_number_, number, {}, &std::pair<std::int64_t, int>::first);
      if (found == by_number_.end() || found->first != number) continue;
      mine.cells.push_back(number);
      few.push_back(found->second);
    }
  }
  const TransferSettings settings{.name = product.path(), .method = "p2p"};
  return {Transfer(communicator_, &mine, &target, make_fields(names, product.row_length()), settings),
          std::move(few)};
}

OutputSender::Way& OutputSender::way_of(Product& product, const DateTime& now,
                                        const std::vector<std::string>& names) {
  const auto found = std::ranges::find(ways_, &product, [](const auto& entry) { return entry.first; });
  if (found != ways_.end() && !product.is_moving()) return found->second;
  Way way = make_way(product, names, product.cells(now));
  if (found == ways_.end()) return ways_.emplace_back(&product, std::move(way)).second;
  return found->second = std::move(way);
}

ProductValues OutputSender::send(Product& product, const DateTime& now, const OutputSource& source) {
  const std::vector<std::string> names = product.fields();
  Way& way = way_of(product, now, names);
  const std::size_t row_length = product.row_length();
  const std::size_t n_wanted = product.cells(now).size();
  ProductValues sent, values{names, {}, {}};
  std::vector<ConstCellRows> from;
  std::vector<CellRows> to;
  if (row_length > 0) {
    sent = copy_few(source, names, way.few, row_length);
    for (const std::vector<float>& field : sent.fields) from.push_back(make_cell_rows(field));
    from.push_back(make_cell_rows(sent.rows, 0, std::int64_t(row_length)));
    values.rows = RowArray<float>(n_wanted, row_length);
  } else {
    for (const std::string& name : names) {
      const View<const float> field = source.field(name);
      ensure(field.size == own_.size(), "field '", name, "' has ", field.size, " values for ", own_.size(),
             " owned cells");
      from.push_back(make_cell_rows(field.data, std::int64_t(field.size)));
    }
  }
  values.fields.assign(names.size(), std::vector<float>(n_wanted));
  for (std::vector<float>& field : values.fields) to.push_back(make_cell_rows(field));
  if (row_length > 0) to.push_back(make_cell_rows(values.rows, 0, std::int64_t(row_length)));
  way.transfer.move(from, to);
  return values;
}

}  // namespace groundswell
