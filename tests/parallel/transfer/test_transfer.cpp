// SPDX-License-Identifier: Apache-2.0
// Transfers between random decompositions: every value reaches every cell that wants it, for any method,
// sides and order of calls.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "support/parallel_world.hpp"
#include "support/transfer_sea.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

using test::Fields;
using test::world;

const std::vector<std::vector<bool>> masks{
    {}, {true, false, true}, {false, true, false}, {false, false, false}, {}};

// The cells of this rank on each side.
struct Sides {
  std::optional<Decomposition> source, target;
  const Decomposition* from() const { return source ? &*source : nullptr; }
  const Decomposition* to() const { return target ? &*target : nullptr; }
};

// The source on ranks [0, m), the target on [first, first + n).
Sides random_sides(std::int64_t n_cell, int m, int first, int n, std::mt19937& random) {
  const auto source = test::deal(n_cell, m, random), target = test::deal(n_cell, n, random);
  const int me = world().rank();
  Sides sides;
  if (me < m) sides.source = source[std::size_t(me)];
  if (me >= first && me < first + n) sides.target = target[std::size_t(me - first)];
  return sides;
}

void move_and_check(Transfer& transfer, const Sides& sides, int number, const std::vector<bool>& mask) {
  Fields from = sides.source ? test::fields_of(*sides.source, number) : Fields(0);
  Fields to(sides.target ? sides.target->cells.size() : 0);
  transfer.move(sides.source ? from.const_rows() : std::vector<ConstCellRows>{},
                sides.target ? to.rows() : std::vector<CellRows>{}, mask);
  if (sides.target) test::expect_fields(to, *sides.target, number, mask);
}

class EachMethod : public testing::TestWithParam<std::string> {
 protected:
  TransferSettings settings() const {
    return {.name = "sea", .method = GetParam(), .tuner = {.samples = 2}, .timeout = 30};
  }
  // Enough transfers for an adaptive method to end its search on 8 ranks, under all masks.
  static constexpr int n_transfer = 40;
};

TEST_P(EachMethod, MovesFieldsWithinTheSameProcesses) {
  std::mt19937 random(1);
  const Sides sides = random_sides(500, world().size(), 0, world().size(), random);
  Transfer transfer(world(), sides.from(), sides.to(), Fields::described(), settings());
  for (int i = 0; i < n_transfer; ++i)
    move_and_check(transfer, sides, i, masks[std::size_t(i) % masks.size()]);
}

TEST_P(EachMethod, MovesFieldsBetweenSidesThatAreApartOrOverlap) {
  const int n = world().size();
  std::mt19937 random(2);
  for (int m = 1; m <= n; ++m)
    for (const int first : {0, m / 2, std::min(m, n - 1)}) {
      const Sides sides = random_sides(97, m, first, n - first, random);
      Transfer transfer(world(), sides.from(), sides.to(), Fields::described(), settings());
      for (int i = 0; i < 3; ++i) move_and_check(transfer, sides, i, {});
    }
}

// A cell listed twice by one process, cells that several processes list, and cells that no process lists.
TEST_P(EachMethod, ServesAnyWishOfTheTarget) {
  std::mt19937 random(3);
  const std::int64_t n_cell = 60;
  Sides sides = random_sides(n_cell, world().size(), 0, 1, random);
  sides.target.emplace(Decomposition{n_cell, {}});
  for (int i = 0; i < 30; ++i) sides.target->cells.push_back(std::int64_t((i * 7 + world().rank()) % 20));
  Transfer transfer(world(), sides.from(), sides.to(), Fields::described(), settings());
  for (int i = 0; i < 5; ++i) move_and_check(transfer, sides, i, {});
}

TEST_P(EachMethod, ManyTransfersMayBeUnderWayAtOnce) {
  std::mt19937 random(4);
  TransferGroup group;
  std::vector<Sides> sides;
  std::deque<Transfer> transfers;
  for (int t = 0; t < 5; ++t) {
    sides.push_back(random_sides(100 + t, world().size(), 0, world().size(), random));
    transfers.emplace_back(world(), sides.back().from(), sides.back().to(), Fields::described(), settings(),
                           &group);
  }
  for (int i = 0; i < 12; ++i) {
    std::vector<Fields> from, to;
    for (std::size_t t = 0; t < transfers.size(); ++t) {
      from.push_back(test::fields_of(*sides[t].source, i));
      to.emplace_back(sides[t].target->cells.size());
    }
    for (std::size_t t = 0; t < transfers.size(); ++t) transfers[t].start(from[t].const_rows(), to[t].rows());
    // Ranks finish them in different orders.
    for (std::size_t k = 0; k < transfers.size(); ++k) {
      const std::size_t t = (k * 2 + std::size_t(world().rank() + i)) % transfers.size();
      transfers[t].finish();
      test::expect_fields(to[t], *sides[t].target, i, {});
    }
  }
}

// Two models on half the ranks each: the first always sends before it receives, the second does so in two of
// three transfers.
TEST_P(EachMethod, ModelsMayCallInAnyOrder) {
  const int n = world().size(), n_first = n / 2;
  if (n_first == 0) GTEST_SKIP() << "two models need two ranks";
  std::mt19937 random(6);
  const bool is_first = world().rank() < n_first;
  const Sides there = random_sides(80, n_first, n_first, n - n_first, random);
  Sides back = random_sides(80, n, 0, n, random);
  const auto first = test::deal(80, n_first, random), second = test::deal(80, n - n_first, random);
  back = {};
  if (is_first)
    back.target = first[std::size_t(world().rank())];
  else
    back.source = second[std::size_t(world().rank() - n_first)];
  TransferGroup group;
  Transfer going(world(), there.from(), there.to(), Fields::described(), settings(), &group);
  Transfer coming(world(), back.from(), back.to(), Fields::described(), settings(), &group);
  for (int i = 0; i < n_transfer; ++i) {
    const bool send_first = is_first || i % 3 != 1;
    const auto send = [&] {
      is_first ? move_and_check(going, there, i, {}) : move_and_check(coming, back, i, {});
    };
    const auto receive = [&] {
      is_first ? move_and_check(coming, back, i, {}) : move_and_check(going, there, i, {});
    };
    if (send_first) send();
    receive();
    if (!send_first) send();
  }
}

// From rank 0 to all others.
struct OneSource {
  bool sends = world().rank() == 0;
  Decomposition all = make_block_decomposition(40, 0, 1);
  std::vector<float> from = std::vector<float>(40, 3.0f), to = std::vector<float>(40, -1.0f);
  ConstCellRows give = make_cell_rows(std::as_const(from));
  CellRows take = make_cell_rows(to);

  Transfer make() const {
    return {world(),
            sends ? &all : nullptr,
            sends ? nullptr : &all,
            {{"height", sizeof(float)}},
            {.name = "sea", .method = "p2p", .timeout = 30}};
  }
};

// Rank 0 has sent once more than the others have received when the transfer is destroyed: the message that
// was not received must not appear in the next transfer.
TEST(Ending, ASenderMayBeATransferAhead) {
  if (world().size() != 2 && world().size() != 3) GTEST_SKIP() << "few ranks are as good as many";
  int n_wrong = 0;
  for (int round = 0; round < 200; ++round) {
    OneSource one;
    Transfer transfer = one.make();
    const int n_taken = 2 + round % 3;
    for (int i = 0; i < n_taken + int(one.sends); ++i) {
      std::ranges::fill(one.from, float(100 * round + i));
      std::ranges::fill(one.to, -1.0f);
      if (one.sends)
        transfer.move(std::span(&one.give, 1), {});
      else
        transfer.move({}, std::span(&one.take, 1));
      if (!one.sends) n_wrong += one.to != one.from;
    }
  }
  EXPECT_EQ(n_wrong, 0);
}

// A source that computes after start() lets no target wait.
TEST(Starting, SendsTheValues) {
  if (world().size() == 1) GTEST_SKIP() << "needs two processes";
  OneSource one;
  Transfer transfer = one.make();
  if (one.sends)
    transfer.start(std::span(&one.give, 1), {});
  else
    EXPECT_NO_THROW(transfer.move({}, std::span(&one.take, 1)));
  world().barrier();
  if (one.sends) transfer.finish();
  EXPECT_TRUE(one.sends || one.to == one.from);
}

TEST(Ending, AProcessHasLeftOnlyWhenAllLeave) {
  if (world().size() == 1) GTEST_SKIP() << "needs two processes";
  const OneSource one;
  Transfer transfer = one.make();
  if (one.sends) {
    transfer.leave();
    EXPECT_FALSE(transfer.has_left());
  }
  world().barrier();
  if (!one.sends) transfer.leave();
  while (!transfer.has_left()) continue;
}

// Cell numbers may have gaps of any size: memory depends only on the cells that exist.
TEST_P(EachMethod, AGridOfManyNumbersMayHaveFewCells) {
  constexpr std::int64_t n_cell = 1'000'000'000'000'000;
  const int n = world().size(), me = world().rank();
  Sides sides;
  sides.source.emplace(Decomposition{n_cell, {me, n_cell / 2 + me, n_cell - 1 - me}});
  const int other = (me + 1) % n;
  sides.target.emplace(Decomposition{n_cell, {n_cell - 1 - other, n_cell / 2 + other, n_cell / 2 + me}});
  Transfer transfer(world(), sides.from(), sides.to(), Fields::described(), settings());
  for (int i = 0; i < 3; ++i) move_and_check(transfer, sides, i, {});
}

TEST_P(EachMethod, AGridWithoutCellsAndFieldsWithoutNamesPass) {
  const Decomposition none{0, {}};
  Transfer transfer(world(), &none, &none, {{"", 4}}, settings());
  std::vector<float> nothing;
  const std::vector<ConstCellRows> from{make_cell_rows(std::as_const(nothing))};
  const std::vector<CellRows> to{make_cell_rows(nothing)};
  for (int i = 0; i < 3; ++i) transfer.move(from, to);
}

TEST_P(EachMethod, CountsEachByteWhereItIsSentAndWhereItIsReceived) {
  std::mt19937 random(9);
  const Sides sides = random_sides(300, world().size(), 0, world().size(), random);
  const Transfer transfer(world(), sides.from(), sides.to(), Fields::described(), settings());
  const Transfer::Traffic traffic = transfer.traffic();
  EXPECT_EQ(world().sum(traffic.sent_messages), world().sum(traffic.received_messages));
  EXPECT_EQ(world().sum(traffic.sent_bytes), world().sum(traffic.received_bytes));
}

// Each rank sends one message to the next rank: 50 rows of three fields, and a header.
TEST(Traffic, IsThatOfAllRowsAndAHeader) {
  const int n = world().size(), me = world().rank();
  if (n == 1) GTEST_SKIP() << "needs two processes";
  Decomposition source{50 * n, {}}, target = source;
  for (int i = 0; i < 50; ++i) {
    source.cells.push_back(50 * me + i);
    target.cells.push_back(50 * ((me + n - 1) % n) + i);
  }
  const Transfer transfer(world(), &source, &target, Fields::described(), {.name = "sea", .method = "p2p"});
  const Transfer::Traffic traffic = transfer.traffic();
  const std::int64_t rows = 50 * (sizeof(float) + Fields::n_col * sizeof(double) + sizeof(int));
  EXPECT_EQ(traffic.sent_messages, 1);
  EXPECT_GT(traffic.sent_bytes, rows);
  EXPECT_LT(traffic.sent_bytes, rows + 200);
}

// A second transfer of the same kind uses the first one's choice; a transfer of another kind does not, and no
// transfer uses a file made for something else.
TEST(SavedChoice, ServesTheSameTransferAlone) {
  const std::string path = "transfer_choice_" + std::to_string(world().size()) + ".txt";
  if (world().rank() == 0) std::filesystem::remove(path);
  world().barrier();
  std::mt19937 random(8);
  const Sides sides = random_sides(200, world().size(), 0, world().size(), random);
  Sides others = sides;
  if (world().rank() == 0 && !others.target->cells.empty()) others.target->cells.pop_back();
  const TransferSettings settings{
      .name = "sea", .tuner = {.samples = 1}, .timeout = 30, .saved_choice = path};
  std::string links;
  {
    Transfer transfer(world(), sides.from(), sides.to(), Fields::described(), settings);
    EXPECT_FALSE(transfer.has_saved_choice());
    transfer.save_choice();
    int i = 0;
    do move_and_check(transfer, sides, i++, {});
    while (world().any(transfer.is_timing()) && i < 1000);
    move_and_check(transfer, sides, i, {});
    links = transfer.links();
    transfer.save_choice();
    world().barrier();
  }
  {
    Transfer transfer(world(), sides.from(), sides.to(), Fields::described(), settings);
    EXPECT_TRUE(transfer.has_saved_choice());
    EXPECT_FALSE(transfer.is_timing());
    EXPECT_EQ(transfer.links(), links);
    move_and_check(transfer, sides, 0, {});
  }
  std::vector<TransferField> fields = Fields::described();
  fields.pop_back();
  EXPECT_FALSE(Transfer(world(), sides.from(), sides.to(), fields, settings).has_saved_choice());
  if (world().any(others.target->cells != sides.target->cells)) {
    EXPECT_FALSE(
        Transfer(world(), others.from(), others.to(), Fields::described(), settings).has_saved_choice());
  }
  world().barrier();
  if (world().rank() == 0) std::ofstream(path) << "a poem\n";
  world().barrier();
  EXPECT_THROW(Transfer(world(), sides.from(), sides.to(), Fields::described(), settings), Error);
  if (world().rank() == 0) std::filesystem::remove(path);
}

INSTANTIATE_TEST_SUITE_P(transfer, EachMethod, testing::ValuesIn(transfer_method_names()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace groundswell
