// SPDX-License-Identifier: Apache-2.0
// Whole runs of two components: what comes, how many messages bring it, and that a wrong value is found.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "bench/coupled/bench_component.hpp"
#include "bench/coupled/coupled_method.hpp"
#include "bench/measure/busy_loop.hpp"
#include "support/parallel_world.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell::test {
namespace {

constexpr int n_lon = 128, n_lat = 60, n_step = 3;

struct Sides {
  CoupledSettings settings{.computing = 0.0, .waves = {}, .overrides = {}};
  bool is_first = world().rank() < world().size() / 2;
  Communicator mine = world().split(is_first ? 0 : 1, world().rank());
  std::unique_ptr<BenchComponent> component = make_bench_component(settings, world(), mine, is_first);
};

// Pairs of a process of the first component, which has every n-th cell, and one of the second, whose cells
// form a rectangle, that have a cell in common.
std::int64_t count_pairs(const Sides& sides) {
  const int n = world().size() / 2;
  std::set<int> partners;
  if (!sides.is_first)
    for (const std::int64_t cell : sides.component->gives().cells) partners.insert(int(cell % n));
  return world().sum(std::int64_t(partners.size()));
}

TEST(CoupledRuns, BringTheValuesOfTheLastStepInOneMessagePerPair) {
  Sides sides;
  std::vector<std::pair<std::string, bool>> ways{{"p2p", true}, {"butterfly", true}};
  for (const std::string& name : transfer_method_names()) ways.emplace_back(name, false);
  for (const auto& [name, at_once] : ways) {
    CoupledMethod method(world(), *sides.component, sides.is_first, at_once, name);
    method.run_apart(n_step);
    method.run(n_step);
    const BenchComponent& component = *sides.component;
    ASSERT_EQ(component.taken.size(), 14u);
    EXPECT_EQ(world().sum(std::int64_t(component.takes().cells.size())), 2 * n_lon * n_lat);
    for (std::size_t field = 0; field < 14; ++field)
      for (std::size_t i = 0; i < component.takes().cells.size(); ++i)
        ASSERT_EQ(component.taken[field][i],
                  2 * n_step - 1 + 0.01 * double(field) + 1e4 * double(component.takes().cells[i]))
            << name;
    const CoupledMethodResult& result = method.result();
    EXPECT_EQ(result.seconds.size(), 1u);
    EXPECT_LT(std::max(result.parts.transfer, result.parts.slowest), result.parts.run);
    if (name != "p2p") continue;
    EXPECT_EQ(result.there.messages.total, count_pairs(sides));
    EXPECT_EQ(result.back.messages.total, count_pairs(sides));
  }
}

// Gives one value too much in the second step.
class Liar final : public BenchComponent {
 public:
  explicit Liar(const BenchComponent& other) : BenchComponent(14, other.gives(), other.takes()) {}
  void compute(std::int64_t step) override {
    fill_known(step, 0);
    if (step == 1 && !given[3].empty()) given[3][0] += 1.0;
  }
};

TEST(CoupledRuns, FindAWrongValue) {
  const Sides sides;
  Liar liar(*sides.component);
  CoupledMethod method(world(), liar, sides.is_first, false, "p2p");
  method.run(1);
  bool has_thrown = false;
  try {
    method.run(1);
  } catch (const Error& error) {
    has_thrown = true;
    EXPECT_NE(std::string(error.what()).find("field 3 brought"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(world().any(has_thrown));
  EXPECT_NO_THROW(method.run(1));
}

TEST(BusyLoop, TakesItsProcessorTime) {
  const double begin = thread_cpu_seconds();
  compute_for(0.01);
  const double taken = thread_cpu_seconds() - begin;
  EXPECT_GE(taken, 0.01);
  EXPECT_LT(taken, 0.02);
}

TEST(LoadFactors, LieBetweenTheLimitsAndDifferBetweenProcessesAndSteps) {
  double sum = 0.0, least = 2.0, most = 0.0;
  for (int rank = 0; rank < 64; ++rank)
    for (int step = 0; step < 64; ++step) {
      const double factor = load_factor(0.2, rank, step);
      sum += factor;
      least = std::min(least, factor);
      most = std::max(most, factor);
    }
  EXPECT_NEAR(sum / (64 * 64), 1.0, 0.01);
  EXPECT_TRUE(least >= 0.8 && least < 0.81 && most <= 1.2 && most > 1.19) << least << ' ' << most;
  EXPECT_EQ(load_factor(0.0, 5, 7), 1.0);
}

}  // namespace
}  // namespace groundswell::test
