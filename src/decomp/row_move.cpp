// SPDX-License-Identifier: Apache-2.0
#include "decomp/row_move.hpp"

namespace groundswell {

void RowMove::move() {
  Transfer transfer(communicator_, &held_, &wanted_, fields_, {.name = what_, .method = "p2p"});
  transfer.move(from_, to_);
}

}  // namespace groundswell
