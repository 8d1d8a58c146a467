// SPDX-License-Identifier: Apache-2.0
#include "output/served_output.hpp"

#include <utility>

namespace groundswell {

ServedOutput::ServedOutput(const RankRoles& roles, const ServerTeams& teams, ProductList products,
                           const MeshPart& part, const std::vector<RestartShape::Field>& state,
                           std::int64_t server_memory, const TransportSettings& transport)
    : products_(std::move(products)),
      own_(part),
      plan_(roles, teams, products_, part.n_global_cell, &own_, state, server_memory),
      side_(roles, teams.n_team(), make_sender(roles, plan_.take_side(), transport)) {}

void ServedOutput::publish(const DateTime& now, OutputSource& source) {
  const std::vector<std::size_t> due = find_due(products_, now);
  if (due.empty()) return;
  side_.guard([&] { source.update(now, fields_of(products_, due)); });
  std::vector<ProductRows> rows;
  std::vector<Packet> packets;
  for (const std::size_t i : due) {
    const int kind = plan_.kind(i, now);
    rows.emplace_back(*products_[i], source, own_, plan_.few(kind));
    packets.push_back({kind, rows.back().rows()});
  }
  side_.send_date(now, packets);
}

void ServedOutput::write_restart(const DateTime& now, const RestartCells& cells, const RestartFacts& facts,
                                 const StateList& list) {
  std::vector<ConstCellRows> rows = list.rows();
  std::vector<CellChecksum> checksums;
  for (std::size_t i = 0; i < cells.owned.size(); ++i)
    checksums.push_back(compute_cell_checksum(cells.owned[i], rows, i));
  rows.push_back(make_cell_rows(checksums));
  side_.send_restart(now, make_restart_shape(facts, list).attributes, plan_.slice_kind(0), plan_.n_slice(),
                     rows);
}

}  // namespace groundswell
