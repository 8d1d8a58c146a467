// SPDX-License-Identifier: Apache-2.0
// A sender that is destroyed by an exception while its messages are under way leaves them whole.
#include <gtest/gtest.h>

#include "support/sentences.hpp"
#include "support/used_heap.hpp"
#include "transport_sides.hpp"

namespace groundswell::test {
namespace {

constexpr std::int64_t row_bytes = std::int64_t(1) << 16,
                       n_row = 16;  // of each compute rank: no eager message

std::byte value_of(std::int64_t cell) {
  return std::byte(1 + cell % 250);
}

TransportSide wide_side(const RankRoles& roles) {
  return {{{"wide", {{"wide", row_bytes}}}},
          {make_block_decomposition(n_row * roles.n_compute(), roles.mine().rank(), roles.mine().size())}};
}

void send_and_fail(const RankRoles& roles, const TransportSettings& settings) {
  const TransportSide wide = wide_side(roles);
  std::vector<std::byte> rows;
  for (const std::int64_t cell : wide.cells.front().cells)
    rows.insert(rows.end(), std::size_t(row_bytes), value_of(cell));
  const auto sender = make_sender(roles, wide, settings);
  sender->send("a note", {{0, {make_cell_rows(rows.data(), n_row, row_bytes)}}}, true);
  throw Error("the model has run aground");
}

// Nothing is received before the memory of senders has been used for something else.
TEST(leaving, by_an_exception_keeps_what_is_under_way) {
  for_splits([](Side& side) {
    if (side.computes()) {
      EXPECT_EQ(message_of([&] { send_and_fail(side.roles, side.settings); }), "the model has run aground");
      const UsedHeap used = use_heap({std::size_t(n_row * row_bytes), 100});
      world().barrier();
      world().barrier();  // all has been received
      EXPECT_EQ(used.front().front(), std::byte(0xff));
    } else {
      const TransportSide wide = wide_side(side.roles);
      const std::shared_ptr receiver = make_receiver(side.roles, wide, side.settings);
      world().barrier();
      receiver->await();
      const ReceivedShipment came = receiver->take();
      EXPECT_EQ(came.note, "a note");
      std::int64_t n_wrong = 0;
      const std::vector<std::int64_t>& cells = wide.cells.front().cells;
      const std::byte* at = came.packets.front().fields.front().data();
      for (const std::int64_t cell : cells)
        for (std::int64_t i = 0; i < row_bytes; ++i) n_wrong += *at++ != value_of(cell);
      EXPECT_EQ(n_wrong, 0);
      world().barrier();
    }
  });
}

}  // namespace
}  // namespace groundswell::test
