// SPDX-License-Identifier: Apache-2.0
#include "output/output_server.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {
namespace {

// Unpacks the values of a product from a packet, which has its fields and, last, its rows if it needs them.
ProductValues make_values(const Product& product, const ReceivedPacket& packet) {
  ProductValues values{product.fields(), {}, {}};
  for (std::size_t i = 0; i < values.names.size(); ++i) {
    const ByteBuffer& bytes = packet.fields[i];
    std::vector<float>& field = values.fields.emplace_back(bytes.size() / sizeof(float));
    if (!bytes.empty()) std::memcpy(field.data(), bytes.data(), bytes.size());
  }
  if (product.row_length() == 0) return values;
  const ByteBuffer& bytes = packet.fields.back();
  const std::size_t row = product.row_length() * sizeof(float);
  values.rows = RowArray<float>(bytes.size() / row, product.row_length());
  for (std::size_t i = 0; i < values.rows.n_row(); ++i)
    std::memcpy(values.rows.row(i), bytes.data() + i * row, row);
  return values;
}

RestartFacts read_facts(WordReader& words) {
  RestartFacts facts;
  while (!words.at_end()) {
    auto& [name, value] = facts.emplace_back();
    words.read(name, value);
  }
  return facts;
}

}  // namespace

OutputServer::OutputServer(const RankRoles& roles, const ServerTeams& teams, OutputWriter& writer,
                           const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
                           const OutputServerSettings& settings)
    : teams_(teams),
      writer_(writer),
      restarts_(restarts),
      state_(state),
      n_cell_(settings.n_cell),
      plan_(roles, teams, writer.products(), settings.n_cell, nullptr, state, settings.memory),
      loop_(roles, teams, make_receiver(roles, plan_.take_side(), settings.transport), *this, settings.start,
            settings.memory) {}

WrittenNews OutputServer::write(const DateTime& now, ReceivedShipment& shipment) {
  const ProductList& products = writer_.products();
  const std::vector<std::size_t> due = find_due(products, now);
  for (const std::size_t i : due) {
    Product& product = *products[i];
    product.cells(now);  // selects the cells of this date, if they move
    const auto packet = std::ranges::find(shipment.packets, plan_.kind(i, now), &ReceivedPacket::kind);
    ensure(packet != shipment.packets.end(), "'", product.path(), "' is due at ", now.iso(),
           ", but nothing has come for it");
    writer_.write(product, now, make_values(product, std::exchange(*packet, {})));
  }
  if (due.empty()) return {};
  return {describe_written(products, due, now), find_completed(products, due, now)};
}

WrittenNews OutputServer::write_restart(const DateTime& now, WordReader& facts,
                                        const std::function<ReceivedShipment()>& next,
                                        const std::function<void()>& wait_for_output) {
  const RestartFacts said = read_facts(facts);
  const auto write = [&](const std::filesystem::path& path) {
    RestartWriter writer(teams_.ranks(), path, n_cell_, {state_, said});
    for (int slab = 0; slab < plan_.n_slice(); ++slab) {
      ReceivedShipment shipment = next();
      const Block cells = plan_.slice_cells(slab);
      std::vector<CellRows> rows;
      for (std::size_t i = 0; i < state_.size(); ++i)
        rows.push_back(
            make_cell_rows(shipment.packets.front().fields[i].data(), cells.size(), state_[i].row_bytes()));
      writer.write(cells, rows);
      for (const CellRows& each : rows) restart_bytes_ += each.n_row * each.length;
    }
    wait_for_output();
    writer.finish();
  };
  return {restarts_.save(teams_.ranks(), now, said, write), {}};
}

}  // namespace groundswell
