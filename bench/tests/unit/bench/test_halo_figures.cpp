// SPDX-License-Identifier: Apache-2.0
// The benchmark of halo exchanges: statistics of samples, the rows that are sent, the order in which methods
// take turns.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "bench/halo/halo_load.hpp"
#include "bench/halo/halo_result.hpp"
#include "bench/measure/turns.hpp"

namespace groundswell {
namespace {

// Two ranks, three repetitions; the second rank is the slower one in all but one repetition.
std::vector<HaloSample> samples() {
  return {{1.0, 0.1, 0.5, 0.2}, {9.0, 0.2, 8.0, 0.3}, {2.0, 0.3, 1.0, 0.4},
          {3.0, 1.1, 1.5, 0.1}, {4.0, 1.2, 2.0, 0.2}, {5.0, 1.3, 3.0, 0.3}};
}

HaloMethodResult timed(const std::string& name, std::vector<double> seconds) {
  HaloMethodResult method;
  method.name = name;
  method.warm.seconds = std::move(seconds);
  return method;
}

TEST(HaloFigures, TheSlowestRankOfEachRepetitionCounts) {
  const HaloTimes times = summarise(samples(), 2);
  EXPECT_EQ(times.seconds, (std::vector<double>{3.0, 9.0, 5.0}));
  EXPECT_EQ(times.median(), 5.0);
}

TEST(HaloFigures, RanksAreComparedByTheirMedians) {
  const HaloTimes times = summarise(samples(), 2);
  EXPECT_EQ(times.of_rank.least, 2.0);  // median of 1, 9, 2
  EXPECT_EQ(times.of_rank.most, 4.0);   // median of 3, 4, 5
  EXPECT_EQ(times.of_rank.mean, 3.0);
  EXPECT_DOUBLE_EQ(times.pack.mean, 0.7);
  EXPECT_EQ(times.wait.most, 2.0);
  EXPECT_EQ(times.unpack.least, 0.2);
  EXPECT_TRUE(summarise({}, 2).seconds.empty());
}

TEST(HaloFigures, SumsOfRanksHoldEveryRepetition) {
  const HaloTimes times = summarise(std::vector<HaloSample>{{1.0}, {30.0}, {2.0}, {3.0}, {4.0}, {5.0}}, 2);
  EXPECT_EQ(times.sums.most, 33.0);
  EXPECT_EQ(times.sums.least, 12.0);
  EXPECT_EQ(times.sums.mean, 22.5);
}

TEST(HaloFigures, RegretIsOverTheBestOfAllWithoutAuto) {
  const std::vector<HaloMethodResult> methods{timed("graph", {4, 4, 4}), timed("persistent", {2, 2, 2}),
                                              timed("auto", {1, 1, 1})};
  EXPECT_EQ(find_regret(methods, "graph").value, 2.0);
  EXPECT_EQ(find_regret(methods, "persistent").value, 1.0);
  EXPECT_EQ(find_regret(methods, "persistent").high, 1.0);
  EXPECT_THROW(find_regret(methods, "datatypes"), Error);
}

TEST(HaloFigures, JsonHasWhatChoosersAreJudgedBy) {
  HaloCaseResult result;
  result.n_cell = 40962;
  result.n_rank = 2;
  result.n_float = 1260;
  result.partition = "flat";
  for (const char* name : {"graph", "auto"})
    result.methods.push_back({name, 0.0, summarise(samples(), 2), {}});
  result.copy = {"copy_bound", 0.0, summarise(samples(), 2), summarise(samples(), 2)};
  result.choices = {{"persistent", {1.5, 1.25, 1.75}}, {"graph", {1.0, 1.0, 1.125}}};
  EXPECT_EQ(result.widest_interval(), 0.5);
  const auto json = to_json(result);
  EXPECT_EQ(json["cells"], 40962);
  EXPECT_EQ(json["partition"], "flat");
  EXPECT_EQ(json["medians"]["graph"], 5.0);
  EXPECT_EQ(json["chosen"], "graph");  // the choice that was timed
  EXPECT_EQ(json["regret"], 1.0);
  EXPECT_EQ(json["interval"][1], 1.125);
  EXPECT_EQ(json["choices"].size(), 2u);
  EXPECT_EQ(json["methods"]["graph"]["warm"]["ranks"]["max"], 4.0);
  EXPECT_EQ(json["methods"]["graph"]["warm"]["sums"]["max"], 12.0);
  EXPECT_TRUE(json["methods"]["graph"]["cold"].is_null());
  EXPECT_FALSE(json.contains("cold_medians"));
  EXPECT_EQ(json["copy_bound"]["cold"]["median"], 5.0);
  EXPECT_THROW(result.method("datatypes"), Error);
}

// Three owned cells, two of which are sent to another rank, and two halo cells.
struct SmallLoad {
  HaloPlan plan{.n_owned = 3,
                .n_halo = 2,
                .neighbours = {1},
                .send_cells = {0, 2},
                .send_begin = {0, 2},
                .receive_begin = {0, 2},
                .own_cells = {}};
  std::vector<std::int64_t> global_cell{10, 11, 12, 20, 10};
  HaloLoad load{plan, global_cell, 7};
  Array<std::byte> memory{load.memory_bytes()};
  CellRows rows = load.rows({memory.data(), memory.size()});
};

TEST(HaloLoad, RowsBeginAtCacheLinesAndValuesTellCellAndGeneration) {
  SmallLoad small;
  EXPECT_EQ(small.rows.stride, 64);
  EXPECT_EQ(small.rows.length, 28);
  small.load.fill(small.rows, 1);
  EXPECT_EQ(small.load.count_wrong(small.rows, 1), 2);
  std::memcpy(small.rows.row(4), small.rows.row(0), 28);  // copied from the right cell
  std::memcpy(small.rows.row(3), small.rows.row(2), 28);  // copied from another cell
  EXPECT_EQ(small.load.count_wrong(small.rows, 1), 1);
  EXPECT_EQ(small.load.count_wrong(small.rows, 2), 2);
  reinterpret_cast<float*>(small.rows.row(4))[6] += 1.0f;
  EXPECT_EQ(small.load.count_wrong(small.rows, 1), 2);
}

TEST(HaloLoad, CopiesAsManyRowsAsTheHaloHas) {
  SmallLoad small;
  small.load.fill(small.rows, 3);
  small.load.copy_within(small.rows);
  EXPECT_EQ(std::memcmp(small.rows.row(3), small.rows.row(0), 28), 0);
  EXPECT_EQ(std::memcmp(small.rows.row(4), small.rows.row(2), 28), 0);
}

TEST(Turns, EachRepetitionHasAllInAnOrderOfItsOwn) {
  std::mt19937 random, same;
  std::vector<std::size_t> taken, again;
  take_turns(5, 20, random, [&](std::size_t k) { taken.push_back(k); });
  take_turns(5, 20, same, [&](std::size_t k) { again.push_back(k); });
  EXPECT_EQ(taken, again);
  std::set<std::vector<std::size_t>> orders;
  for (int i = 0; i < 20; ++i) {
    const std::vector<std::size_t> order(taken.begin() + 5 * i, taken.begin() + 5 * i + 5);
    EXPECT_EQ(std::set(order.begin(), order.end()).size(), 5u);
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), 10u);
}

}  // namespace
}  // namespace groundswell
