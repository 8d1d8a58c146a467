// SPDX-License-Identifier: Apache-2.0
// A method only computes the new ranks. Applying them to a plain communicator is common to all methods, so
// that nothing depends on MPI's own reordered graph.
#include "network/rank_reorder.hpp"

#include <algorithm>
#include <numeric>

#include "base/names.hpp"
#include "comm/graph_topology.hpp"
#include "comm/together.hpp"
#include "network/node_map.hpp"
#include "network/scotch_map.hpp"

namespace groundswell {
namespace {

std::vector<int> same_ranks(const Communicator& communicator) {
  std::vector<int> ranks(std::size_t(communicator.size()), 0);
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

RankOrder keep_ranks(const Communicator& communicator, const RankLinks&, const HangWatch&) {
  return {same_ranks(communicator), ""};
}

RankOrder ask_mpi(const Communicator& communicator, const RankLinks& links, const HangWatch& watch) {
  return find_mpi_order(communicator, links.links, watch);
}

// The first rank computes the map for all, because other ranks might find a different one.
template <auto find_map>
RankOrder map_to_nodes(const Communicator& communicator, const RankLinks& links, const HangWatch&) {
  RankOrder order;
  run_on_root(communicator, 0,
              [&] { order.new_rank = find_map(links.links, links.node_of_rank, links.between_nodes); });
  communicator.broadcast(order.new_rank, 0);
  return order;
}

struct NamedReorder {
  std::string_view name;
  RankOrder (*find)(const Communicator&, const RankLinks&, const HangWatch&);
  bool uses_distances = false;
};
constexpr NamedReorder reorders[] = {{"none", keep_ranks},
                                     {"mpi", ask_mpi},
                                     {"nodes", map_to_nodes<find_node_map>, true},
                                     {"scotch", map_to_nodes<map_by_scotch>, true}};

const NamedReorder& find_reorder(std::string_view name) {
  return find_named(reorders, name, "the reordering of ranks '", name, "' is not known");
}

}  // namespace

std::vector<std::string> reorder_names() {
  return names_of(reorders);
}

bool uses_distances(std::string_view name) {
  return find_reorder(name).uses_distances;
}

int Reordering::n_moved() const {
  int n = 0;
  for (std::size_t rank = 0; rank < new_rank.size(); ++rank) n += new_rank[rank] != int(rank);
  return n;
}

Reordering reorder_ranks(const Communicator& communicator, std::string_view name, const RankLinks& links,
                         const HangWatch& watch) {
  RankOrder order = find_reorder(name).find(communicator, links, watch);
  if (!order.fault.empty()) order.fault += "; ranks are not reordered";
  return {permute_ranks(communicator, order.new_rank), order.new_rank, order.fault};
}

Communicator permute_ranks(const Communicator& communicator, std::span<const int> new_rank) {
  const std::vector<int> mine(new_rank.begin(), new_rank.end());
  std::vector<int> first = mine;
  communicator.broadcast(first, 0);
  run_together(communicator, [&] {
    require(mine == first,
            "ranks were given new ranks that differ from those of the first; give the same to all");
    std::ranges::sort(first);
    require(first == same_ranks(communicator), "the new ranks of ", communicator.size(), " ranks are ",
            mine.size(), " numbers that are not each rank once; give every rank a new one from 0 to ",
            communicator.size() - 1);
  });
  return communicator.split(0, mine[std::size_t(communicator.rank())]);
}

}  // namespace groundswell
