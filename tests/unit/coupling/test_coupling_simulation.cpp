// SPDX-License-Identifier: Apache-2.0
// The simulation of random jobs against a slow one.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "coupling/coupling_simulation.hpp"
#include "support/random_coupling.hpp"

namespace groundswell {
namespace {

using test::forever, test::RandomField, test::RandomJob, test::RandomJobs, test::SlowSimulation;

SimulatedJob simulated(const RandomJob& job) {
  SimulatedJob out;
  out.components = job.components;
  out.n_slot = job.n_slot;
  for (const RandomField& field : job.fields) {
    out.fields.emplace_back(field.settings, job.components[field.source].steps,
                            job.components[field.target].steps);
    auto pair = std::ranges::find_if(out.pairs, [&](const CoupledPair& p) {
      return p.source == field.source && p.target == field.target;
    });
    if (pair == out.pairs.end()) pair = out.pairs.insert(pair, {field.source, field.target, {}});
    pair->fields.push_back(int(out.fields.size()) - 1);
  }
  return out;
}

void expect_stuck(const std::vector<ComponentWait>& cycle, const SlowSimulation& slow) {
  ASSERT_GE(cycle.size(), 2u);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    EXPECT_EQ(cycle[i].other, cycle[(i + 1) % cycle.size()].component);
    EXPECT_EQ(cycle[i].date, slow.date(cycle[i].component));
  }
}

TEST(CouplingSimulation, finds_what_a_slow_one_finds) {
  RandomJobs jobs(1);
  int n_ending = 0, n_waiting = 0, n_lacking_slots = 0;
  for (int i = 0; i < 600; ++i) {
    const RandomJob job = jobs.make();
    SCOPED_TRACE(described(job));
    SlowSimulation slow(job);
    const bool ends = slow.run();
    SimulatedJob fast = simulated(job);
    const CouplingOutcome all = simulate_coupling(fast, forever);
    EXPECT_EQ(all.cycle.empty(), ends);
    EXPECT_TRUE(all.exchanges == slow.order);
    EXPECT_EQ(simulate_coupling(fast, -1).cycle.empty(), ends) << "simulated until it repeats itself";
    if (!ends) expect_stuck(all.cycle, slow);
    (ends ? n_ending : n_waiting) += 1;
    fast.n_slot = 1000;
    if (!ends && simulate_coupling(fast, -1).cycle.empty()) ++n_lacking_slots;
    if (::testing::Test::HasFailure()) break;
  }
  EXPECT_GT(n_ending, 100);
  EXPECT_GT(n_waiting, 50);
  EXPECT_GT(n_lacking_slots, 3);
}

}  // namespace
}  // namespace groundswell
