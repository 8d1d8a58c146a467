// SPDX-License-Identifier: Apache-2.0
// Groups that meet through the C interface: disjoint, identical or overlapping ones, in any order of calls.
#include <algorithm>
#include <cstdio>

#include "sides.hpp"

namespace groundswell::test {
namespace {

// Two models on half the ranks each; if the number of ranks is odd, the second model has one more.
struct TwoModels {
  Group first{0, world().size() / 2}, second{world().size() / 2, world().size()};
  bool is_first = first.is_in();
  const Group& mine() const { return is_first ? first : second; }
  const Group& other() const { return is_first ? second : first; }
};

TEST(TwoModels, SendFirstWhateverTheOrderOfRegistration) {
  if (world().size() == 1) GTEST_SKIP() << "two models need two ranks";
  TwoModels models;
  Arrays sent(models.mine().cells(n_grid)), came(models.mine().cells(n_grid, true));
  int sending = 0, receiving = 0;
  const auto add_sending = [&] {
    sending = add_side(models.mine(), models.other().root(), DATA_TRANSFER_SEND, sent);
  };
  if (models.is_first) add_sending();
  receiving = add_side(models.mine(), models.other().root(), DATA_TRANSFER_RECV, came);
  if (!models.is_first) add_sending();
  // Both initialise their sending transfer first: neither waits.
  expect_ok(data_transfer_init_instance(sending));
  expect_ok(data_transfer_init_instance(receiving));
  int triple_step = -1;
  for (int step = 0; step < 30; ++step) {
    sent.fill(step);
    sent.mask[1] = came.mask[1] = step % 3 == 1;
    if (step % 3 == 1) triple_step = step;
    expect_ok(data_transfer_exec_instance(sending));
    expect_ok(data_transfer_exec_instance(receiving));
    came.expect(step, triple_step);
  }
  expect_ok(data_transfer_final_instance(sending));
  expect_ok(data_transfer_final_instance(receiving));
}

// Each model finalises its sending transfer first, in the middle of the search.
TEST(TwoModels, EndTheirTransfersInDifferentOrdersWhileTheMethodIsTiming) {
  if (world().size() == 1) GTEST_SKIP() << "two models need two ranks";
  TwoModels models;
  Arrays sent(models.mine().cells(n_grid)), came(models.mine().cells(n_grid, true));
  const int sending = add_side(models.mine(), models.other().root(), DATA_TRANSFER_SEND, sent);
  const int receiving = add_side(models.mine(), models.other().root(), DATA_TRANSFER_RECV, came);
  for (const int id : {sending, receiving}) {
    expect_ok(data_transfer_set_time_limit(id, 3600));  // a test that hangs runs into its own time limit
    expect_ok(data_transfer_init_instance(id));
  }
  for (int step = 0; step < 5; ++step)
    for (const int id : {sending, receiving}) expect_ok(data_transfer_exec_instance(id));
  bool timing = false;
  expect_ok(data_transfer_is_timing(sending, &timing));
  EXPECT_EQ(timing, world().size() > 2) << "with fewer there is nothing to choose";
  for (const int id : {sending, receiving}) expect_ok(data_transfer_final_instance(id));
}

TEST(TwoModels, TransfersBetweenTheSameRootsMeetInTheOrderOfRegistration) {
  if (world().size() == 1) GTEST_SKIP() << "two models need two ranks";
  TwoModels models;
  const int action = models.is_first ? DATA_TRANSFER_SEND : DATA_TRANSFER_RECV;
  std::vector<Arrays> arrays(3, Arrays(models.mine().cells(n_grid, !models.is_first)));
  std::vector<int> ids;
  for (Arrays& each : arrays) ids.push_back(add_side(models.mine(), models.other().root(), action, each));
  for (std::size_t i = 0; i < ids.size(); ++i)
    expect_ok(data_transfer_init_instance(models.is_first ? ids[i] : ids[2 - i]));
  expect_ok(data_transfer_connect());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t pick = models.is_first ? i : 2 - i;  // in opposite orders
    if (models.is_first) arrays[pick].fill(int(pick));
    expect_ok(data_transfer_start_instance(ids[pick]));
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    bool done = false;
    while (!done) expect_ok(data_transfer_test_instance(ids[i], &done));
    expect_ok(data_transfer_finish_instance(ids[i]));
    arrays[i].expect(int(i), int(i));
  }
  for (const int id : ids) expect_ok(data_transfer_final_instance(id));
}

TEST(OneGroup, SendsToItselfInAnotherOrder) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  const int id = add_both(all, from, to);
  expect_ok(data_transfer_init_instance(id));
  for (int step = 0; step < 20; ++step) {
    from.fill(step);
    expect_ok(data_transfer_exec_instance(id));
    to.expect(step, step);
  }
  expect_ok(data_transfer_final_instance(id));
}

// A sending and a receiving transfer on the same processes, executed in either order.
TEST(OneGroup, MaySendToItselfByTwoTransfers) {
  const Group all(0, world().size());
  Arrays sent(all.cells(n_grid)), came(all.cells(n_grid, true, 1));
  const int sending = add_side(all, 0, DATA_TRANSFER_SEND, sent);
  const int receiving = add_side(all, 0, DATA_TRANSFER_RECV, came);
  expect_ok(data_transfer_init_instance(receiving));
  expect_ok(data_transfer_init_instance(sending));
  for (int step = 0; step < 20; ++step) {
    sent.fill(step);
    expect_ok(data_transfer_exec_instance(step % 2 ? sending : receiving));
    expect_ok(data_transfer_exec_instance(step % 2 ? receiving : sending));
    came.expect(step, step);
  }
  expect_ok(data_transfer_final_instance(receiving));
  expect_ok(data_transfer_final_instance(sending));
}

TEST(TwoModels, MayOverlapAndHaveProcessesWithoutCells) {
  const int n = world().size();
  if (n < 3) GTEST_SKIP() << "three ranks are needed";
  const Group first(0, n - 1), second(1, n);
  Arrays there_sent(first.is_in() ? first.cells(n_grid, false, n - 2) : std::vector<int>{});
  Arrays there_came(second.is_in() ? second.cells(n_grid, true) : std::vector<int>{});
  Arrays back_sent(second.is_in() ? second.cells(n_grid) : std::vector<int>{});
  Arrays back_came(first.is_in() ? first.cells(n_grid, true, 1) : std::vector<int>{});
  std::vector<int> ids;
  if (first.is_in()) {
    ids.push_back(add_side(first, second.root(), DATA_TRANSFER_SEND, there_sent));
    ids.push_back(add_side(first, second.root(), DATA_TRANSFER_RECV, back_came));
  }
  if (second.is_in()) {
    ids.push_back(add_side(second, first.root(), DATA_TRANSFER_SEND, back_sent));
    ids.push_back(add_side(second, first.root(), DATA_TRANSFER_RECV, there_came));
  }
  for (const int id : ids) expect_ok(data_transfer_init_instance(id));
  for (int step = 0; step < 20; ++step) {
    there_sent.fill(step);
    back_sent.fill(100 + step);
    for (const int id : ids) expect_ok(data_transfer_exec_instance(id));
    if (second.is_in()) there_came.expect(step, step);
    if (first.is_in()) back_came.expect(100 + step, 100 + step);
  }
  for (const int id : ids) expect_ok(data_transfer_final_instance(id));
}

// Each model sends to the next one; all initialise their receiving transfer first and execute their sending
// transfer first.
TEST(ThreeModels, InARingNeverWaitForEachOtherForEver) {
  const int n = world().size();
  if (n < 3) GTEST_SKIP() << "three models need three ranks";
  const Group groups[] = {{0, 1}, {1, 2}, {2, n}};
  const int me = std::min(world().rank(), 2);
  const Group& next = groups[(me + 1) % 3];
  const Group& before = groups[(me + 2) % 3];
  Arrays sent(groups[me].cells(n_grid)), came(groups[me].cells(n_grid, true));
  const int sending = add_side(groups[me], next.root(), DATA_TRANSFER_SEND, sent);
  const int receiving = add_side(groups[me], before.root(), DATA_TRANSFER_RECV, came);
  for (const int id : {receiving, sending}) expect_ok(data_transfer_init_instance(id));
  for (int step = 0; step < 10; ++step) {
    sent.fill(10 * me + step);
    expect_ok(data_transfer_exec_instance(sending));
    expect_ok(data_transfer_exec_instance(receiving));
    const int sender = (me + 2) % 3;
    came.expect(10 * sender + step, 10 * sender + step);
  }
  expect_ok(data_transfer_final_instance(sending));
  expect_ok(data_transfer_final_instance(receiving));
}

// On one side the values of a cell are contiguous, on the other those of a level.
TEST(TwoModels, MayLayOutTheirArraysDifferently) {
  const Group all(0, world().size());
  const std::vector<int> from = all.cells(n_grid), to = all.cells(n_grid, true);
  const std::int64_t n = std::int64_t(to.size()), room = n + 2;
  std::vector<double> rows(2 * from.size()), levels(std::size_t(2 * room), -1.0);
  for (std::size_t i = 0; i < from.size(); ++i)
    for (int k = 0; k < 2; ++k) rows[2 * i + std::size_t(k)] = 10.0 * from[i] + k;
  const int id = data_transfer_register_instance(all.comm(), 0, DATA_TRANSFER_SENDRECV);
  expect_ok(data_transfer_register_decomp(id, n_grid, int(from.size()), from.data()));
  expect_ok(data_transfer_register_decomp(id, n_grid, int(to.size()), to.data()));
  expect_ok(data_transfer_register_field(id, rows.data(), true, 8, 2, NULL));
  expect_ok(data_transfer_register_field_strided(id, levels.data(), false, 8, 2, 8, 8 * room, NULL));
  expect_ok(data_transfer_init_instance(id));
  for (int step = 0; step < 3; ++step) expect_ok(data_transfer_exec_instance(id));
  for (std::int64_t i = 0; i < room; ++i)
    for (int k = 0; k < 2; ++k)
      EXPECT_EQ(levels[std::size_t(k * room + i)], i < n ? 10.0 * to[std::size_t(i)] + k : -1.0);
  expect_ok(data_transfer_final_instance(id));
}

// About a third of the entries belong to no cell: these keep their values and are not sent.
TEST(OneGroup, PlacesWithoutACellKeepTheirValues) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  for (Arrays* arrays : {&from, &to})
    for (int& cell : arrays->cells)
      if (cell % 3 == 2) cell = DATA_TRANSFER_NO_CELL;
  const int id = add_both(all, from, to);
  expect_ok(data_transfer_init_instance(id));
  for (int step = 0; step < 3; ++step) {
    from.fill(step);
    expect_ok(data_transfer_exec_instance(id));
    Arrays wanted(to.cells);
    wanted.fill(step);
    for (std::size_t i = 0; i < to.cells.size(); ++i) {
      const bool is_cell = to.cells[i] >= 0;
      EXPECT_EQ(to.scalar[i], is_cell ? wanted.scalar[i] : -1.0f);
      EXPECT_EQ(to.triple[3 * i + 2], is_cell ? wanted.triple[3 * i + 2] : -1);
    }
  }
  expect_ok(data_transfer_final_instance(id));
}

TEST(OneGroup, KnowsWhetherTheMethodIsStillTiming) {
  const Group all(0, world().size());
  Arrays from(all.cells(n_grid)), to(all.cells(n_grid, true));
  const int id = add_both(all, from, to);
  const std::string path = testing::TempDir() + "transfer_c_choice_" + std::to_string(world().size());
  expect_ok(data_transfer_set_name(id, "turned"));
  expect_ok(data_transfer_set_saved_choice(id, path.c_str()));
  expect_ok(data_transfer_set_method(id, "adaptive"));
  expect_ok(data_transfer_init_instance(id));
  bool timing = true;
  for (int step = 0; step < 400; ++step) expect_ok(data_transfer_exec_instance(id));
  expect_ok(data_transfer_is_timing(id, &timing));
  EXPECT_FALSE(timing);
  expect_ok(data_transfer_save_choice(id));
  expect_ok(data_transfer_final_instance(id));
  world().barrier();
  const int next = add_both(all, from, to);  // this transfer starts from the saved choice
  expect_ok(data_transfer_set_name(next, "turned"));
  expect_ok(data_transfer_set_saved_choice(next, path.c_str()));
  expect_ok(data_transfer_init_instance(next));
  expect_ok(data_transfer_connect());
  expect_ok(data_transfer_is_timing(next, &timing));
  EXPECT_FALSE(timing);
  expect_ok(data_transfer_final_instance(next));
  if (all.rank() == 0) std::remove(path.c_str());
  EXPECT_GE(std::string(data_transfer_version()).size(), 5u);
}

// Memory in use [kB].
long resident() {
  long size = 0, pages = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
    std::fclose(file);
  }
  return pages * 4;
}

TEST(TwoModels, AThousandTransfersLeaveNoMemoryBehind) {
  if (world().size() > 2) GTEST_SKIP() << "one and two ranks are enough";
  const int n = world().size();
  const Group first(0, 1), second(n - 1, n);
  long before = 0;
  for (int i = 0; i < 1000; ++i) {
    if (i == 200) before = resident();
    Arrays sent(first.is_in() ? first.cells(n_grid) : std::vector<int>{});
    Arrays came(second.is_in() ? second.cells(n_grid, true) : std::vector<int>{});
    std::vector<int> ids;
    if (first.is_in()) ids.push_back(add_side(first, second.root(), DATA_TRANSFER_SEND, sent));
    if (second.is_in()) ids.push_back(add_side(second, first.root(), DATA_TRANSFER_RECV, came));
    for (const int id : ids) expect_ok(data_transfer_init_instance(id));
    sent.fill(i % 50);
    for (const int id : ids) expect_ok(data_transfer_exec_instance(id));
    if (second.is_in()) came.expect(i % 50, i % 50);
    for (const int id : ids) expect_ok(data_transfer_final_instance(id));
    if (testing::Test::HasFailure()) break;
  }
  EXPECT_LT(resident() - before, 800) << "kB in 800 transfers";
}

}  // namespace
}  // namespace groundswell::test
