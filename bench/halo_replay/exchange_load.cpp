// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/exchange_load.hpp"

#include <algorithm>
#include <utility>

#include "base/each_once.hpp"
#include "base/error.hpp"

namespace groundswell {

ExchangeLoad make_load(const PartPairs& pairs, int n_ring, std::int64_t cell_bytes,
                       std::vector<int> node_of_part) {
  require(n_ring >= 1 && n_ring <= most_rings, "halos of ", n_ring, " rings are not counted; take 1 or ",
          most_rings);
  ensure(int(node_of_part.size()) == pairs.n_part, node_of_part.size(), " places for ", pairs.n_part,
         " parts");
  ExchangeLoad load{std::move(node_of_part), {}};
  for (const PartPair& pair : pairs.pairs) {
    const int cells = pair.cells[std::size_t(n_ring) - 1];
    if (cells > 0) load.messages.push_back({pair.from, pair.to, cells * cell_bytes});
  }
  return load;
}

LoadCount count_load(const ExchangeLoad& load) {
  LoadCount count;
  const int n_node = 1 + *std::ranges::max_element(load.node_of_rank);
  std::vector<std::int64_t> out(std::size_t(n_node), 0), in(std::size_t(n_node), 0);
  std::vector<std::pair<int, int>> node_pairs;
  for (const LoadMessage& message : load.messages) {
    ++count.messages;
    count.bytes += message.bytes;
    if (load.is_near(message)) continue;
    ++count.far_messages;
    count.far_bytes += message.bytes;
    const int from = load.node_of_rank[std::size_t(message.from)];
    const int to = load.node_of_rank[std::size_t(message.to)];
    out[std::size_t(from)] += message.bytes;
    in[std::size_t(to)] += message.bytes;
    node_pairs.emplace_back(from, to);
  }
  keep_each_once(node_pairs);
  count.node_pairs = std::int64_t(node_pairs.size());
  count.most_node_bytes = std::max(*std::ranges::max_element(out), *std::ranges::max_element(in));
  return count;
}

}  // namespace groundswell
