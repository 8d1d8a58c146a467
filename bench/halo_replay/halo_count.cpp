// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/halo_count.hpp"

#include <algorithm>

#include "base/each_once.hpp"

namespace groundswell {
namespace {

// For each sent cell, the part that sends it and the part that receives it, encoded as from * 2^32 + to;
// sorted.
std::vector<std::uint64_t> find_sends(const CellGraph& graph, const std::vector<int>& owner, int n_ring) {
  std::vector<std::uint64_t> sends;
  std::vector<int> around;
  for (int cell = 0; cell < graph.n_cell(); ++cell) {
    const int from = owner[std::size_t(cell)];
    const auto look_at = [&](int other) {
      if (owner[std::size_t(other)] != from) around.push_back(owner[std::size_t(other)]);
    };
    around.clear();
    for (const int near : graph.of(cell)) {
      look_at(near);
      if (n_ring == 2)
        for (const int far : graph.of(near)) look_at(far);
    }
    keep_each_once(around);
    for (const int to : around) sends.push_back(std::uint64_t(from) << 32 | std::uint64_t(to));
  }
  std::ranges::sort(sends);
  return sends;
}

}  // namespace

PartPairs count_part_pairs(const CellGraph& graph, const Partition& partition, const std::string& kind) {
  PartPairs found{graph.n_cell(), partition.n_part, kind, {}};
  const std::vector<std::uint64_t> one = find_sends(graph, partition.owner, 1);
  const std::vector<std::uint64_t> two = find_sends(graph, partition.owner, 2);
  auto near = one.begin();  // cells sent with one ring are also sent with two
  for (auto far = two.begin(); far != two.end();) {
    const std::uint64_t key = *far;
    PartPair pair{int(key >> 32), int(key & 0xffffffffu), {}};
    for (; far != two.end() && *far == key; ++far) ++pair.cells[1];
    for (; near != one.end() && *near == key; ++near) ++pair.cells[0];
    found.pairs.push_back(pair);
  }
  return found;
}

}  // namespace groundswell
