// SPDX-License-Identifier: Apache-2.0
// Many transfers: one after the other without leaking memory, and concurrently in random orders.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <numeric>

#include "support/parallel_world.hpp"
#include "support/transfer_sea.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

using test::Fields;
using test::world;

// Bytes allocated by the program, summed over all ranks.
std::int64_t bytes_in_use() {
  const struct mallinfo2 info = mallinfo2();
  return world().sum(std::int64_t(info.uordblks + info.hblkhd));
}

// Random decompositions of a source and a target, both on all ranks.
struct Sea {
  Decomposition source, target;

  Sea(std::int64_t n_cell, std::mt19937& random) {
    const auto sources = test::deal(n_cell, world().size(), random);
    const auto targets = test::deal(n_cell, world().size(), random);
    source = sources[std::size_t(world().rank())];
    target = targets[std::size_t(world().rank())];
  }
};

std::string some_method(std::mt19937& random) {
  const std::vector<std::string> names = transfer_method_names();
  return names[random() % names.size()];
}

void make_use_and_drop(std::mt19937& random) {
  const Sea sea(200 + std::int64_t(random() % 50), random);
  Transfer transfer(world(), &sea.source, &sea.target, Fields::described(),
                    {.method = some_method(random), .tuner = {.samples = 1}, .timeout = 60});
  for (int i = 0; i < 5; ++i) {
    Fields from = test::fields_of(sea.source, i), to(sea.target.cells.size());
    transfer.move(from.const_rows(), to.rows());
    test::expect_fields(to, sea.target, i, {});
  }
}

TEST(ManyTransfers, LeaveNoMemoryBehind) {
  constexpr int n_instance = 8000, n_part = 8;
  std::mt19937 random(1);
  std::vector<std::int64_t> in_use;  // after each part
  for (int i = 0; i < n_instance; ++i) {
    make_use_and_drop(random);
    if ((i + 1) % (n_instance / n_part) == 0) in_use.push_back(bytes_in_use());
  }
  if (world().rank() == 0) {
    std::printf("%d transfers on %d ranks, bytes in use after each %d:", n_instance, world().size(),
                n_instance / n_part);
    for (const std::int64_t bytes : in_use) std::printf(" %lld", (long long)bytes);
    std::printf("\n");
  }
  // The memory that MPI keeps for later messages grows ever more slowly: in at least three of the seven later
  // parts it must hardly grow.
  std::vector<std::int64_t> growth;
  for (std::size_t i = 1; i < in_use.size(); ++i) growth.push_back(in_use[i] - in_use[i - 1]);
  std::ranges::sort(growth);
  EXPECT_LT(growth[growth.size() / 2 - 1], 8 * n_instance / n_part * world().size())
      << "8 bytes or more per transfer and rank stay";
}

// 20 transfers with random methods; each rank starts and finishes them in its own order, and tests some in
// between.
TEST(ManyTransfers, GoOnAtOnceInRandomOrders) {
  constexpr int n_transfer = 20, n_round = 300;
  std::mt19937 random(2), mine(unsigned(100 + world().rank()));
  TransferGroup group;
  std::vector<Sea> seas;
  std::deque<Transfer> transfers;
  for (int t = 0; t < n_transfer; ++t) {
    seas.emplace_back(1 + std::int64_t(random() % 400), random);
    transfers.emplace_back(
        world(), &seas.back().source, &seas.back().target, Fields::described(),
        TransferSettings{.method = some_method(random), .tuner = {.samples = 2}, .timeout = 60}, &group);
  }
  std::vector<std::size_t> order(n_transfer);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::int64_t n_checked = 0;
  for (int i = 0; i < n_round; ++i) {
    std::vector<Fields> from, to;
    std::vector<std::vector<bool>> masks(n_transfer);
    for (std::size_t t = 0; t < transfers.size(); ++t) {
      from.push_back(test::fields_of(seas[t].source, i));
      to.emplace_back(seas[t].target.cells.size());
      if (random() % 3 == 0) masks[t] = {random() % 2 == 0, random() % 2 == 0, random() % 2 == 0};
    }
    std::ranges::shuffle(order, mine);
    for (const std::size_t t : order) transfers[t].start(from[t].const_rows(), to[t].rows(), masks[t]);
    std::ranges::shuffle(order, mine);
    for (std::size_t k = 0; k < order.size(); ++k) {
      const std::size_t t = order[k];
      if (mine() % 2 == 0) transfers[order[k + mine() % (order.size() - k)]].test();
      transfers[t].finish();
      test::expect_fields(to[t], seas[t].target, i, masks[t]);
      n_checked += std::int64_t(seas[t].target.cells.size()) * (2 + Fields::n_wide);
    }
    ASSERT_FALSE(testing::Test::HasFailure()) << "round " << i;
  }
  n_checked = world().sum(n_checked);
  if (world().rank() == 0)
    std::printf("%d transfers at once, %d rounds on %d ranks: %lld values checked\n", n_transfer, n_round,
                world().size(), (long long)n_checked);
}

}  // namespace
}  // namespace groundswell
