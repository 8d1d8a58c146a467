// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "propagation/sub_steps.hpp"

namespace groundswell {
namespace {

TransportRates make_rates(const std::vector<double>& advective, double diffusive, double cap) {
  TransportRates rates;
  rates.n_freq = int(advective.size());
  rates.values = advective;
  rates.values.insert(rates.values.end(), advective.size(), diffusive);
  rates.values.push_back(cap);
  return rates;
}

// Follows each frequency through the passes: it is moved as often as planned, always from the buffer in which
// its previous pass left it, and ends in the next state.
TEST(SubSteps, nested_passes_move_each_frequency_its_number_of_times) {
  const SubStepPlan plan =
      plan_sub_steps(make_rates({2.5, 2.5, 2.0, 1.3, 1.3, 0.6, 0.5}, 0.0, 0.0), 1.0, 0.7);
  EXPECT_EQ(plan.n_sub_step, (std::vector<int>{4, 4, 3, 2, 2, 1, 1}));
  std::vector<int> moved(7, 0);
  std::vector<SpectraBuffer> lies(7, SpectraBuffer::start);
  for (const Pass& pass : plan.passes) {
    EXPECT_NE(pass.to, pass.from);
    for (int freq = 0; freq < pass.n_freq; ++freq) {
      EXPECT_EQ(lies[freq], freq < pass.n_continue ? pass.from : SpectraBuffer::start);
      lies[freq] = pass.to;
      ++moved[freq];
      if (pass.to == SpectraBuffer::partial) {
        EXPECT_LT(freq, plan.n_partial);
      }
    }
  }
  EXPECT_EQ(moved, plan.n_sub_step);
  EXPECT_EQ(lies, std::vector<SpectraBuffer>(7, SpectraBuffer::next));
  EXPECT_TRUE(plan.passes.back().is_last);
}

TEST(SubSteps, outflow_stays_below_what_a_cell_holds) {
  const TransportRates rates = make_rates({0.9, 0.6, 0.3}, 0.5, 0.2667);
  const SubStepPlan plan = plan_sub_steps(rates, 3.0, 0.7);
  for (int freq = 0; freq < 3; ++freq) {
    const double dt = 3.0 / plan.n_sub_step[freq];
    EXPECT_GE(plan.max_gain[freq], 1.0);
    EXPECT_LT(plan.max_gain[freq] * rates.advective(freq) * dt + std::min(0.2667, 0.5 * dt), 1.0);
  }
}

TEST(SubSteps, absurd_numbers_are_refused) {
  EXPECT_THROW(plan_sub_steps(make_rates({1.0, 0.5}, 0.0, 0.0), 1e6, 0.7), Error);
}

}  // namespace
}  // namespace groundswell
