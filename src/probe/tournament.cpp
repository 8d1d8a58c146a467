// SPDX-License-Identifier: Apache-2.0
#include "probe/tournament.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {

std::vector<std::vector<Pairing>> make_tournament(int n) {
  require(n >= 0, "a tournament of ", n, " players is not possible; give 0 or more");
  if (n < 2) return {};
  // For odd n a dummy player n is added; its opponent sits out.
  const int n_turning = n % 2 == 0 ? n - 1 : n;
  std::vector<std::vector<Pairing>> rounds(static_cast<std::size_t>(n_turning));
  for (int round = 0; round < n_turning; ++round) {
    const auto meet = [&](int a, int b) {
      if (std::max(a, b) < n) rounds[std::size_t(round)].push_back({std::min(a, b), std::max(a, b)});
    };
    meet(round, n_turning);
    for (int step = 1; step <= n_turning / 2; ++step)
      meet((round + step) % n_turning, (round - step + n_turning) % n_turning);
  }
  return rounds;
}

}  // namespace groundswell
