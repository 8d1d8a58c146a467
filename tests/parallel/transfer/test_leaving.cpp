// SPDX-License-Identifier: Apache-2.0
// A process that leaves while its messages are under way leaves them whole.
#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "comm/nap.hpp"
#include "parallel/transfer/slabs_of_blocks.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"
#include "support/used_heap.hpp"
#include "transfer/plan_executor.hpp"

namespace groundswell::test {
namespace {

constexpr std::int64_t n_value = 1 << 17;  // of a row: 1 MiB, no eager message

// The first rank has one cell, which all others want.
struct OneCell {
  bool sends = world().rank() == 0;
  Decomposition cell{1, {0}};
  SparseExchange exchange{world()};
  CellPairs pairs = match_cells(exchange, sends ? &cell : nullptr, sends ? nullptr : &cell);
  Communicator communicator = world().duplicate();
  MessageHeader header{0, n_value* std::int64_t(sizeof(double)), 1};

  std::unique_ptr<PlanExecutor> make_executor() {
    return std::make_unique<PlanExecutor>(
        communicator, pairs, make_transfer_plan(Route(exchange, pairs, false), {}), header.row_bytes,
        [](int, const MessageHeader&, const MessageHeader*) {});
  }
};

TEST(Leaving, ByAnExceptionKeepsWhatIsUnderWay) {
  if (world().size() == 1) GTEST_SKIP() << "two processes are needed";
  OneCell one;
  std::vector<double> row(n_value, one.sends ? 7.0 : 0.0);
  const std::vector<ConstCellRows> from{make_cell_rows(row.data(), 1, int(n_value))};
  const std::vector<CellRows> to{make_cell_rows(row.data(), 1, int(n_value))};
  std::unique_ptr<PlanExecutor> executor = one.make_executor();
  executor->arm(0);
  std::optional<UsedHeap> used;
  if (one.sends) {
    const std::string said = message_of([&] {
      const std::unique_ptr<PlanExecutor> ends = std::move(executor);
      ends->give(from, one.header);
      EXPECT_FALSE(ends->advance());
      throw Error("the model has run aground");
    });
    EXPECT_EQ(said, "the model has run aground");
    std::ranges::fill(row, -1.0);
    const auto message = std::size_t(one.header.row_bytes) + sizeof(MessageHeader);
    used = use_heap({message, message * std::size_t(world().size() - 1)});
  }
  world().barrier();
  if (!one.sends) {
    executor->take(to);
    nap_until([&] { return executor->advance(); });
    EXPECT_EQ(std::ranges::count(row, 7.0), n_value);
  }
  world().barrier();  // until all has been received
}

// The first rank has one cell of each rank's block.
TEST(Leaving, ByAnExceptionKeepsTheRowsOfSlabs) {
  const bool sends = world().rank() == 0;
  const std::vector<std::int64_t> cells = numbers_of({0, sends ? world().size() : 0});
  std::vector<double> rows(cells.size() * std::size_t(n_value), 7.0);
  auto slabs = std::make_unique<SlabsOfBlocks>(
      Decomposition{world().size(), cells}, Block{world().rank(), world().rank() + 1},
      std::vector<ConstCellRows>{make_cell_rows(std::as_const(rows).data(), int(cells.size()), int(n_value))},
      1 << 20);
  std::optional<UsedHeap> used;
  if (sends) {
    const std::string said = message_of([&] {
      const std::unique_ptr<SlabsOfBlocks> ends = std::move(slabs);
      ends->start(0);
      throw Error("the model has run aground");
    });
    EXPECT_EQ(said, "the model has run aground");
    used = use_heap({std::size_t(n_value) * sizeof(double)});
  }
  world().barrier();
  if (!sends) {
    std::vector<double> row(n_value);
    slabs->start(0);
    slabs->finish({make_cell_rows(row.data(), 1, int(n_value))});
    EXPECT_EQ(std::ranges::count(row, 7.0), n_value);
  }
  world().barrier();  // until all has been received
}

}  // namespace
}  // namespace groundswell::test
