// SPDX-License-Identifier: Apache-2.0
// Exchanges as sequences of steps. The messages of a step are sent concurrently; a step begins when the
// previous one has ended everywhere.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bench/network_replay/exchange_replay.hpp"

namespace groundswell {

// The messages of a round, 1 to n - 1, of an all-to-all of n ranks. In each round a rank sends one unit and
// receives one: both with rank XOR round if n is a power of two, otherwise to rank + round and from
// rank - round.
std::vector<ReplayMessage> make_all_to_all_round(int n, int round);

// `n_kept` of the n - 1 rounds, one at random (the same on each call) out of each of `n_kept` equal parts;
// all rounds if there are no more than that.
std::vector<int> sample_rounds(int n, int n_kept);

// The exchange of one unit with all 26 neighbours in a periodic grid, x fastest; all messages of a step have
// the same number of units.
struct StencilStep {
  double units = 1.0;
  std::vector<std::array<int, 3>> directions;
};
struct StencilSteps {
  const char* name;
  std::vector<StencilStep> steps;
};
// "26": all at once; "8+2": the plane, then 9 units up and down; "2+2+2": 1, 3 and 9 units along x, y and z.
const std::vector<StencilSteps>& stencil_steps();
std::vector<ReplayMessage> make_stencil_messages(const std::array<int, 3>& grid,
                                                 const std::vector<std::array<int, 3>>& directions);

// n as the product of three factors that are as nearly equal as possible, the largest first.
std::array<int, 3> make_alike_sides(int n);

// A message forwarded along a tree: in every step, each rank that has received the message sends it to its
// next child.
std::vector<std::vector<ReplayMessage>> make_tree_steps(const std::vector<std::vector<int>>& children,
                                                        int root);
// The children of each rank in the binomial tree from rank 0, the largest subtree first.
std::vector<std::vector<int>> make_binomial_children(int n);

}  // namespace groundswell
