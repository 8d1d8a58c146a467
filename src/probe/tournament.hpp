// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace groundswell {

struct Pairing {
  int a = 0, b = 0;  // a < b

  friend bool operator==(const Pairing&, const Pairing&) = default;
};

// Rounds of a tournament in which each of n players meets each other once, and nobody plays twice in a round:
// n - 1 rounds for even n; n for odd n, where one pauses in each; none for fewer than two players. The circle
// method: one player stays, the others move round it by one place from round to round.
std::vector<std::vector<Pairing>> make_tournament(int n);

}  // namespace groundswell
