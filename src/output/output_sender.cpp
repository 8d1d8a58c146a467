// SPDX-License-Identifier: Apache-2.0
// Fields are sent from where they are; for products with rows, the values of their few cells are copied
// first.
#include "output/output_sender.hpp"

#include <algorithm>

#include "comm/together.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

OutputSender::OutputSender(const Communicator& communicator, const MeshPart& part)
    : communicator_(communicator.duplicate()), own_(part) {}

namespace {

SomeCells find_cells(const Communicator& communicator, const OwnCells& own, Product& product,
                     const DateTime& now) {
  if (product.row_length() == 0) return {{own.n_global(), own.numbers()}, {}};
  return own.find(gather_wanted(communicator, product.cells(now)));
}

PacketExchange make_exchange(const Communicator& communicator, const Decomposition& mine, Product& product,
                             const DateTime& now) {
  const Decomposition target{mine.n_global, product.cells(now)};
  return PacketExchange(communicator, {{product.path(), make_product_fields(product)}}, {&mine, 1},
                        {&target, 1});
}

}  // namespace

OutputSender::Way::Way(const Communicator& communicator, const OwnCells& own, Product& product,
                       const DateTime& now)
    : mine(find_cells(communicator, own, product, now)),
      exchange(make_exchange(communicator, mine.numbers, product, now)) {}

OutputSender::Way& OutputSender::way_of(Product& product, const DateTime& now) {
  std::unique_ptr<Way>& way = ways_[&product];
  if (!way || product.is_moving()) way = std::make_unique<Way>(communicator_, own_, product, now);
  return *way;
}

ProductValues OutputSender::send(Product& product, const DateTime& now, const OutputSource& source) {
  Way& way = way_of(product, now);
  const std::size_t n_wanted = product.cells(now).size();
  const ProductRows from(product, source, own_, way.mine.local);
  ProductValues values{product.fields(), {}, {}};
  values.fields.assign(values.names.size(), std::vector<float>(n_wanted));
  std::vector<CellRows> to;
  for (std::vector<float>& field : values.fields) to.push_back(make_cell_rows(field));
  if (product.row_length() > 0) {
    values.rows = RowArray<float>(n_wanted, product.row_length());
    to.push_back(make_cell_rows(values.rows, 0, std::int64_t(product.row_length())));
  }
  run_together(communicator_, [&] { way.exchange.prepare({{0, from.rows()}}); });
  way.exchange.exchange();
  way.exchange.copy_all(0, to);
  return values;
}

}  // namespace groundswell
