// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "probe/tournament.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

TEST(Tournament, EachPairMeetsOnceAndNobodyPlaysTwiceInARound) {
  for (int n = 2; n <= 64; ++n) {
    const auto rounds = make_tournament(n);
    EXPECT_EQ(int(rounds.size()), n % 2 == 0 ? n - 1 : n);
    std::set<std::pair<int, int>> met;
    for (const auto& round : rounds) {
      EXPECT_EQ(int(round.size()), n / 2);
      std::set<int> playing;
      for (const auto& [a, b] : round) {
        EXPECT_LE(0, a);
        EXPECT_LT(a, b);
        EXPECT_LT(b, n);
        EXPECT_TRUE(playing.insert(a).second && playing.insert(b).second) << n;
        EXPECT_TRUE(met.insert({a, b}).second) << n << ": " << a << " and " << b;
      }
    }
    EXPECT_EQ(int(met.size()), n * (n - 1) / 2);
  }
}

TEST(Tournament, FewPlayers) {
  EXPECT_TRUE(make_tournament(0).empty());
  EXPECT_TRUE(make_tournament(1).empty());
  const std::vector<std::vector<Pairing>> two{{{0, 1}}};
  EXPECT_EQ(make_tournament(2), two);
  test::expect_words(test::message_of([] { make_tournament(-1); }), {"-1", "players"});
}

}  // namespace
}  // namespace groundswell
