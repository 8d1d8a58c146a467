// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace groundswell {

struct Pairing {
  int a = 0, b = 0;  // a < b

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Rounds of a tournament in which each of n players meets every other once and nobody plays twice per round:
// n - 1 rounds for even n; n for odd n, where one player sits out in each; none for fewer than two players.
// Uses the circle method: one player stays, the others rotate by one place from round to round.
std::vector<std::vector<Pairing>> make_tournament(int n);

}  // namespace groundswell
