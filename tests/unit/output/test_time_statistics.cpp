// SPDX-License-Identifier: Apache-2.0
// Time statistics against references that keep all values; some steps have missing values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "output/time_statistics.hpp"

namespace groundswell {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t n_cell = 200;

using Steps = std::vector<std::vector<float>>;  // [step][cell]

// In the first 20 cells about half of the values are missing, and in the second cell all of them.
Steps make_steps(int n_step, float low, float high, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> value(low, high);
  Steps steps = Steps(std::size_t(n_step), std::vector<float>(n_cell));
  for (std::vector<float>& step : steps)
    for (std::size_t cell = 0; cell < n_cell; ++cell)
      step[cell] = cell == 1 || (cell < 20 && random() % 2 == 0) ? nan : value(random);
  return steps;
}

std::vector<float> valid(const Steps& steps, std::size_t cell) {
  std::vector<float> values;
  for (const std::vector<float>& step : steps)
    if (!std::isnan(step[cell])) values.push_back(step[cell]);
  return values;
}

std::vector<float> run(TimeStatisticValues& statistic, Steps& steps) {
  for (std::vector<float>& step : steps) statistic.add({step.data(), step.size()});
  statistic.close();
  return {statistic.result().begin(), statistic.result().end()};
}

TEST(TimeStatistics, AreThoseOfAllValidSteps) {
  TimeStatisticValues mean(TimeStatistic::mean, false, n_cell), least(TimeStatistic::minimum, false, n_cell),
      most(TimeStatistic::maximum, false, n_cell);
  for (const int n_step : {7, 1, 40, 0, 3}) {  // consecutive intervals
    Steps steps = make_steps(n_step, -5.0f, 12.0f, unsigned(n_step));
    const std::vector<float> means = run(mean, steps), lowest = run(least, steps), highest = run(most, steps);
    for (std::size_t cell = 0; cell < n_cell; ++cell) {
      const std::vector<float> values = valid(steps, cell);
      if (values.empty()) {
        EXPECT_TRUE(std::isnan(means[cell]) && std::isnan(lowest[cell]) && std::isnan(highest[cell])) << cell;
        continue;
      }
      double sum = 0.0;
      for (const float value : values) sum += value;
      EXPECT_EQ(means[cell], float(sum / double(values.size()))) << cell;
      EXPECT_EQ(lowest[cell], std::ranges::min(values)) << cell;
      EXPECT_EQ(highest[cell], std::ranges::max(values)) << cell;
    }
  }
}

TEST(TimeStatistics, MeanDirectionIsThatOfUnitVectors) {
  TimeStatisticValues mean(TimeStatistic::mean, true, n_cell);
  Steps steps = make_steps(30, 6.0f, 7.5f, 5);  // on both sides of 2 pi
  const std::vector<float> means = run(mean, steps);
  for (std::size_t cell = 0; cell < n_cell; ++cell) {
    std::vector<float> values = valid(steps, cell);
    if (values.empty()) {
      EXPECT_TRUE(std::isnan(means[cell]));
      continue;
    }
    // The mean direction is that in which the sum of unit vectors has no transverse component.
    double side = 0.0, ahead = 0.0;
    for (const float value : values) {
      side += std::sin(double(value) - double(means[cell]));
      ahead += std::cos(double(value) - double(means[cell]));
    }
    EXPECT_NEAR(side / ahead, 0.0, 1e-6) << cell;
    EXPECT_GT(ahead, 0.0) << cell;
  }
}

TEST(TimeStatistics, GoOnFromTheirState) {
  for (const TimeStatistic kind : {TimeStatistic::mean, TimeStatistic::minimum, TimeStatistic::maximum})
    for (const bool is_direction : {false, true}) {
      TimeStatisticValues whole(kind, is_direction, n_cell), first(kind, is_direction, n_cell),
          second(kind, is_direction, n_cell);
      Steps steps = make_steps(11, 0.0f, 6.0f, 3), later(steps.begin() + 4, steps.end());
      for (std::size_t i = 0; i < 4; ++i) first.add({steps[i].data(), n_cell});
      StateList from, to;
      first.list_state("fields_hs_mean", from);
      second.list_state("fields_hs_mean", to);
      ASSERT_EQ(from.cells().size(), to.cells().size());
      for (std::size_t i = 0; i < from.cells().size(); ++i) {
        const CellRows &a = from.cells()[i].rows, &b = to.cells()[i].rows;
        ASSERT_EQ(a.length, a.stride);
        std::copy(a.data, a.data + a.n_row * a.length, b.data);
      }
      const std::vector<float> expected = run(whole, steps), found = run(second, later);
      for (std::size_t cell = 0; cell < n_cell; ++cell)
        EXPECT_TRUE(found[cell] == expected[cell] || (std::isnan(found[cell]) && std::isnan(expected[cell])));
    }
}

}  // namespace
}  // namespace groundswell
