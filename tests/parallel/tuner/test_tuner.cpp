// SPDX-License-Identifier: Apache-2.0
// The tuner, fed with times that the tests make up.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/parallel_world.hpp"
#include "tuner/tuner.hpp"

namespace groundswell {
namespace {

using test::world;

Tuner::NextRound one_round() {
  return [](const std::map<int, double>&) { return std::vector<int>{}; };
}

// Uses the tuner until it decides; seconds(candidate, use) is the time of a use on this rank.
template <class Seconds>
std::vector<int> run(Tuner& tuner, Seconds&& seconds) {
  std::vector<int> used;
  while (used.size() < 10000) {
    while (!tuner.is_ready()) {
    }
    if (tuner.decided()) break;
    used.push_back(tuner.candidate());
    tuner.record(seconds(used.back(), int(used.size()) - 1));
  }
  return used;
}

TEST(Tuner, ChoosesTheFastest) {
  Tuner tuner(world(), {4, 7, 9}, one_round());
  run(tuner, [](int candidate, int) { return candidate == 7 ? 1.0 : 2.0; });
  EXPECT_EQ(tuner.candidate(), 7);
}

// Each rank is slow with another candidate; only the last is never slow.
TEST(Tuner, TheSlowestRankCounts) {
  const int n = world().size();
  std::vector<int> candidates;
  for (int i = 0; i <= n; ++i) candidates.push_back(i);
  Tuner tuner(world(), candidates, one_round());
  run(tuner, [&](int candidate, int) {
    return candidate == world().rank() ? 9.0 : candidate == n ? 2.0 : 1.0;
  });
  EXPECT_EQ(tuner.candidate(), n);
  EXPECT_DOUBLE_EQ(tuner.medians().at(0), 9.0);
}

// Candidates take turns, each pass begins with another one, and all are used alike often.
TEST(Tuner, UsesCandidatesInTurns) {
  Tuner tuner(world(), {1, 2, 3}, one_round(), {.samples = 3});
  const std::vector<int> used = run(tuner, [](int, int) { return 1.0; });
  EXPECT_EQ(used, (std::vector<int>{1, 2, 3, 2, 3, 1, 3, 1, 2, 1, 2, 3}));
}

// The first, cold use of the best candidate takes a thousand times as long, and one in three of all others.
TEST(Tuner, ColdAndSlowSamplesDoNotDecide) {
  Tuner tuner(world(), {1, 2}, one_round(), {.samples = 9});
  run(tuner, [](int candidate, int use) {
    const double seconds = candidate == 2 ? 1.0 : 1.5;
    return use < 2 || use % 6 == 0 ? 1000.0 : seconds;
  });
  EXPECT_EQ(tuner.candidate(), 2);
  EXPECT_DOUBLE_EQ(tuner.medians().at(2), 1.0);
}

TEST(Tuner, OfEqualCandidatesTheFirstNumberIsChosen) {
  for (const double difference : {0.0, 0.04, -0.04}) {
    Tuner tuner(world(), {8, 3}, one_round());
    run(tuner, [&](int candidate, int) { return candidate == 3 ? 1.0 + difference : 1.0; });
    EXPECT_EQ(tuner.candidate(), 3);
  }
  Tuner tuner(world(), {8, 3}, one_round());
  run(tuner, [&](int candidate, int) { return candidate == 3 ? 1.06 : 1.0; });
  EXPECT_EQ(tuner.candidate(), 8);
}

// A second round adds a candidate; samples of both rounds are pooled, and all ranks choose alike though each
// sees times of its own.
TEST(Tuner, RoundsPoolTheirSamples) {
  std::mt19937 random(unsigned(world().rank()));
  int n_round = 0;
  Tuner tuner(world(), {1, 2}, [&](const std::map<int, double>& medians) {
    EXPECT_EQ(medians.size(), n_round == 0 ? 2u : 3u);
    return n_round++ == 0 ? std::vector<int>{2, 5} : std::vector<int>{};
  });
  run(tuner, [&](int, int) { return 1.0 + 1e-3 * double(random() % 1000); });
  EXPECT_EQ(n_round, 2);
  EXPECT_EQ(tuner.n_round(), 2);
  EXPECT_EQ(world().min(tuner.candidate()), world().max(tuner.candidate()));
  for (const auto& [candidate, seconds] : tuner.medians())
    EXPECT_EQ(world().min(seconds), world().max(seconds));
}

TEST(Tuner, RefusesSettingsThatMeanNothing) {
  EXPECT_ANY_THROW(Tuner(world(), {1}, one_round(), {.samples = 0}));
  EXPECT_ANY_THROW(Tuner(world(), {1}, one_round(), {.margin = -0.1}));
}

}  // namespace
}  // namespace groundswell
