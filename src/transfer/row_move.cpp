// SPDX-License-Identifier: Apache-2.0
#include "transfer/row_move.hpp"

#include "base/error.hpp"
#include "comm/together.hpp"
#include "transfer/packet_exchange.hpp"

namespace groundswell {

void move_rows(const Communicator& communicator, const PacketKind& kind, const Decomposition& held,
               const Decomposition& wanted, std::vector<ConstCellRows> from, std::span<const CellRows> to) {
  try {
    PacketExchange exchange(communicator, {kind}, {&held, 1}, {&wanted, 1});
    run_together(communicator, [&] { exchange.prepare({{0, std::move(from)}}); });
    exchange.exchange();
    exchange.copy_all(0, to);
  } catch (const Error& error) {
    throw Error(text("moving '", kind.name, "': ", error.what()));
  }
}

void RowMove::move() {
  move_rows(communicator_, kind_, held_, wanted_, from_, to_);
}

}  // namespace groundswell
