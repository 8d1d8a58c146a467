// SPDX-License-Identifier: Apache-2.0
// Exchanges as sequences of steps. The messages of a step are sent concurrently; a step begins when all ranks
// have finished the previous one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "bench/network_replay/exchange_replay.hpp"

namespace groundswell {

// The messages of one round (numbered 1 to n - 1) of an all-to-all of n ranks. In each round a rank sends one
// unit and receives one: to and from (rank XOR round) if n is a power of two, otherwise to rank + round and
// from rank - round, modulo n.
std::vector<ReplayMessage> make_all_to_all_round(int n, int round);

// `n_kept` of the n - 1 rounds, one at random (the same on each call) out of each of `n_kept` equal parts;
// all rounds if there are no more than `n_kept`.
std::vector<int> sample_rounds(int n, int n_kept);

// The exchange of one unit with all 26 neighbours in a periodic grid, in which the number of a rank increases
// fastest along x. All messages of a step have the same number of units.
struct StencilStep {
  double units = 1.0;
  std::vector<std::array<int, 3>> directions;
};
struct StencilSteps {
  const char* name;
  std::vector<StencilStep> steps;
};
// "26": 26 messages at once; "8+2": 8 messages in the x-y plane, then 9 units each up and down; "2+2+2": 1, 3
// and 9 units along x, y and z in turn.
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
