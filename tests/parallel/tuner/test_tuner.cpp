// SPDX-License-Identifier: Apache-2.0
// The tuner, with made-up times.
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

// Each rank is slow with a different candidate; only the last candidate is never slow.
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

// Each pass uses every candidate once, in varying order: each candidate directly follows every other one in
// at least one of twelve passes (in a fixed order it would nearly always follow the same one).
TEST(Tuner, UsesCandidatesInChangingTurns) {
  constexpr int n = 4, n_pass = 60;
  Tuner tuner(world(), {0, 1, 2, 3}, one_round(), {.samples = n_pass - 1});
  const std::vector<int> used = run(tuner, [](int, int) { return 1.0; });
  ASSERT_EQ(used.size(), std::size_t(n * n_pass));
  int follows[n][n] = {};
  for (int pass = 0; pass < n_pass; ++pass) {
    std::vector<int> sorted(used.begin() + n * pass, used.begin() + n * (pass + 1));
    for (int i = 1; i < n; ++i) ++follows[sorted[std::size_t(i - 1)]][sorted[std::size_t(i)]];
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, (std::vector<int>{0, 1, 2, 3}));
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == j) continue;
      EXPECT_GE(follows[i][j], n_pass / 12) << i << " before " << j;
    }
  EXPECT_EQ(world().min(used[5]), world().max(used[5]));
}

// The first two uses, which are cold, take a thousand times as long as usual, and so does every seventh use.
TEST(Tuner, ColdAndSlowSamplesDoNotDecide) {
  Tuner tuner(world(), {1, 2}, one_round(), {.samples = 9});
  run(tuner, [](int candidate, int use) {
    const double seconds = candidate == 2 ? 1.0 : 1.5;
    return use < 2 || use % 7 == 0 ? 1000.0 : seconds;
  });
  EXPECT_EQ(tuner.candidate(), 2);
  EXPECT_DOUBLE_EQ(tuner.medians().at(2), 1.0);
}

// In the first round the second candidate is faster in five of eight passes, which may be chance.
TEST(Tuner, LeavesTheLowestOnlyForOneThatIsClearlyFaster) {
  for (const bool is_faster : {false, true}) {
    Tuner tuner(world(), {2, 5}, one_round(), {.samples = 8});
    int n_use = 0;
    run(tuner, [&](int candidate, int) {
      if (candidate == 2) return 1.0;
      const bool in_first_round = ++n_use <= 9;
      const bool is_slow = in_first_round ? n_use <= 4 : !is_faster && n_use % 2 == 0;
      return is_slow ? 1.5 : 0.5;
    });
    EXPECT_EQ(tuner.candidate(), is_faster ? 5 : 2);
    EXPECT_GT(tuner.n_round(), 1);
    EXPECT_LE(tuner.n_round(), 7);
  }
  Tuner by_medians_alone(world(), {2, 5}, one_round(), {.samples = 1, .n_doubtful_round = -1});
  run(by_medians_alone, [](int candidate, int) { return candidate == 2 ? 1.0 : 0.5; });
  EXPECT_EQ(by_medians_alone.candidate(), 5);
  EXPECT_EQ(by_medians_alone.n_round(), 1);
}

// The second candidate is faster in 31 of 56 passes: its median is lower, but this may be chance.
TEST(Tuner, SettingsSayWhatIsChosenInDoubt) {
  for (const bool lowest : {false, true}) {
    Tuner tuner(world(), {2, 5}, one_round(), {.lowest_in_doubt = lowest});
    int n_use = 0;
    run(tuner, [&](int candidate, int) {
      if (candidate == 2) return 1.0;
      const int use = n_use++, n_fast = use / 9 < 3 ? 6 : 5;  // of 9 passes in a round; the first is dropped
      return use % 9 < n_fast ? 0.5 : 1.5;
    });
    EXPECT_EQ(tuner.n_round(), 7);
    EXPECT_EQ(tuner.candidate(), lowest ? 2 : 5);
  }
}

// The times of both candidates are drawn from the same wide distribution: in 200 searches the lowest
// candidate is rarely replaced.
TEST(Tuner, NoiseRarelyDecides) {
  std::mt19937 random(7);
  int n_wrong = 0;
  for (int i = 0; i < 200; ++i) {
    Tuner tuner(world(), {2, 5}, one_round());
    run(tuner, [&](int, int) { return 1.0 + 1e-3 * double(random() % 3000); });
    n_wrong += int(tuner.candidate() == 5);
  }
  EXPECT_LE(n_wrong, 30);
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

// A second round adds a candidate; samples of both rounds are pooled, and all ranks make the same choice
// although each has different times.
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
