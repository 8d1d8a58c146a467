// SPDX-License-Identifier: Apache-2.0
// The searches for the best links, with made-up times.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "transfer/link_search.hpp"

namespace groundswell {
namespace {

// Runs a search to its end, with time(kept) as the time of a transfer; returns the times of all combinations
// tried.
template <class Search, class Time>
std::map<int, double> run(Search search, int n_link, Time&& time) {
  std::map<int, double> medians;
  for (std::vector<int> round = search.first_round(); !round.empty(); round = search.next_round(medians)) {
    for (const int number : round) medians[number] = time(links_of_number(number, n_link));
    if (medians.size() > 10000) break;
  }
  return medians;
}

int fastest(const std::map<int, double>& medians) {
  return std::ranges::min_element(medians, {}, [](const auto& entry) { return entry.second; })->first;
}

TEST(LinkSearch, NumbersStandForLinksAndFewerComeFirst) {
  for (int n = 1; n <= 10; ++n)
    for (int bits = 0; bits < 1 << n; ++bits) {
      const KeptLinks kept = links_of_number(bits, n);
      EXPECT_EQ(links_of_number(number_of_links(kept), n), kept);
    }
  EXPECT_LT(number_of_links({false, false, true}), number_of_links({true, true, false}));
}

TEST(LinkSearch, FindsEachBestOfFewLinks) {
  for (int bits = 0; bits < 8; ++bits) {
    const KeptLinks best = links_of_number(bits, 3);
    const auto medians =
        run(LinkSearch(3), 3, [&](const KeptLinks& kept) { return kept == best ? 1.0 : 2.0; });
    EXPECT_EQ(fastest(medians), number_of_links(best));
  }
}

// Each link has its own cost or gain: the search walks to the best of the 2^9 combinations.
TEST(LinkSearch, WalksToTheBestOfManyLinks) {
  for (int bits = 0; bits < 512; bits += 37) {
    const KeptLinks best = links_of_number(bits, 9);
    const auto medians = run(LinkSearch(9), 9, [&](const KeptLinks& kept) {
      double seconds = 1.0;
      for (std::size_t i = 0; i < kept.size(); ++i) seconds += kept[i] == best[i] ? 0.0 : 0.1;
      return seconds;
    });
    EXPECT_EQ(fastest(medians), number_of_links(best));
    EXPECT_TRUE(medians.contains(number_of_links(KeptLinks(9, false))));
    EXPECT_TRUE(medians.contains(number_of_links(KeptLinks(9, true))));
    EXPECT_LT(medians.size(), 80u);
  }
}

// Zhang et al. 2016: n + 1 transfers, one for the full butterfly and one to leave out each link.
TEST(GreedySearch, TriesEachLinkOnce) {
  std::vector<KeptLinks> tried;
  const auto medians = run(GreedySearch(4), 4, [&](const KeptLinks& kept) {
    tried.push_back(kept);
    return 1.0 + (kept[0] ? 0.0 : 0.5) + (kept[1] ? 0.2 : 0.0) + (kept[2] ? 0.0 : 0.1) +
           (kept[3] ? 0.3 : 0.0);
  });
  const std::vector<KeptLinks> expected{{true, true, true, true},
                                        {false, true, true, true},
                                        {true, false, true, true},
                                        {true, false, false, true},
                                        {true, false, true, false}};
  EXPECT_EQ(tried, expected);
  EXPECT_EQ(fastest(medians), number_of_links({true, false, true, false}));
}

}  // namespace
}  // namespace groundswell
