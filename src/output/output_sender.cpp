// SPDX-License-Identifier: Apache-2.0
// Fields are sent from where they are; for products with rows, the values of their few cells are copied
// first.
#include "output/output_sender.hpp"

#include <algorithm>

#include "exec/cell_rows.hpp"

namespace groundswell {

OutputSender::OutputSender(const Communicator& communicator, const MeshPart& part)
    : communicator_(communicator.duplicate()), own_(part) {}

OutputSender::Way OutputSender::make_way(Product& product, const DateTime& now) const {
  const std::vector<std::int64_t>& wanted = product.cells(now);
  SomeCells mine{{own_.n_global(), own_.numbers()}, {}};
  if (product.row_length() > 0) mine = own_.find(gather_wanted(communicator_, wanted));
  const Decomposition target{own_.n_global(), wanted};
  const TransferSettings settings{.name = product.path(), .method = "p2p"};
  return {Transfer(communicator_, &mine.numbers, &target, make_product_fields(product), settings),
          std::move(mine.local)};
}

OutputSender::Way& OutputSender::way_of(Product& product, const DateTime& now) {
  const auto found = std::ranges::find(ways_, &product, [](const auto& entry) { return entry.first; });
  if (found != ways_.end() && !product.is_moving()) return found->second;
  Way way = make_way(product, now);
  if (found == ways_.end()) return ways_.emplace_back(&product, std::move(way)).second;
  return found->second = std::move(way);
}

ProductValues OutputSender::send(Product& product, const DateTime& now, const OutputSource& source) {
  Way& way = way_of(product, now);
  const std::size_t n_wanted = product.cells(now).size();
  const ProductRows from(product, source, own_, way.few);
  ProductValues values{product.fields(), {}, {}};
  values.fields.assign(values.names.size(), std::vector<float>(n_wanted));
  std::vector<CellRows> to;
  for (std::vector<float>& field : values.fields) to.push_back(make_cell_rows(field));
  if (product.row_length() > 0) {
    values.rows = RowArray<float>(n_wanted, product.row_length());
    to.push_back(make_cell_rows(values.rows, 0, std::int64_t(product.row_length())));
  }
  way.transfer.move(from.rows(), to);
  return values;
}

}  // namespace groundswell
