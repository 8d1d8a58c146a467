// SPDX-License-Identifier: Apache-2.0
// Checks a transfer between random decompositions on any two groups of processes.
#pragma once

#include "support/parallel_world.hpp"
#include "support/transfer_sea.hpp"

namespace groundswell::test {

struct PairSettings {
  std::string method;
  std::int64_t most_cells = 300;
  int n_transfer = 4;  // every third has a random mask
  unsigned seed = 0;
};

// Ranks [0, m) are the source, [first, first + n) the target. Returns the number of values checked on this
// rank.
inline std::int64_t move_between(const Communicator& ranks, int m, int first, int n,
                                 const PairSettings& settings) {
  std::mt19937 random(settings.seed);
  const std::int64_t n_cell = 1 + std::int64_t(random()) % settings.most_cells;
  const auto sources = deal(n_cell, m, random), targets = deal(n_cell, n, random);
  const int me = ranks.rank();
  const bool sends = me < m, receives = me >= first && me < first + n;
  const Decomposition* const source = sends ? &sources[std::size_t(me)] : nullptr;
  const Decomposition* const target = receives ? &targets[std::size_t(me - first)] : nullptr;
  Transfer transfer(ranks, source, target, Fields::described(),
                    {.method = settings.method, .tuner = {.samples = 1}, .timeout = 50});
  std::int64_t n_checked = 0;
  for (int i = 0; i < settings.n_transfer; ++i) {
    std::vector<bool> mask;
    if (i % 3 == 2) mask = {random() % 2 == 0, random() % 2 == 0, random() % 2 == 0};
    Fields from = source ? fields_of(*source, i) : Fields(0);
    Fields to(target ? target->cells.size() : 0);
    transfer.move(source ? from.const_rows() : std::vector<ConstCellRows>{},
                  target ? to.rows() : std::vector<CellRows>{}, mask);
    if (!target) continue;
    expect_fields(to, *target, i, mask);
    n_checked += std::int64_t(target->cells.size()) * (2 + Fields::n_wide);
  }
  return n_checked;
}

// The first rank of the target, chosen so that the target is disjoint from the source, overlaps it, or begins
// with the same process.
inline int first_target(int m, unsigned seed) {
  return std::vector<int>{m, m / 2, 0}[seed % 3];
}

}  // namespace groundswell::test
