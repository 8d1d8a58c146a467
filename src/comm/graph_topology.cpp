// SPDX-License-Identifier: Apache-2.0
// The graph that MPI built is compared with the one requested: some libraries reorder neighbours or ranks
// wrongly, which would silently send values to the wrong places.
#include "comm/graph_topology.hpp"

#include <algorithm>

#include "comm/mpi_check.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

const int* weights_or_none(std::span<const int> neighbours, std::span<const int> weights) {
  if (neighbours.empty()) return MPI_WEIGHTS_EMPTY;
  return weights.empty() ? MPI_UNWEIGHTED : weights.data();
}

MPI_Comm created(const Communicator& communicator, std::span<const int> sources,
                 std::span<const int> destinations, std::span<const int> weights, bool reorder) {
  // Even where some ranks have no neighbours, all must agree whether links have weights.
  const std::vector<int> ones(std::max(sources.size(), destinations.size()), 1);
  if (weights.empty()) weights = ones;
  MPI_Comm handle = MPI_COMM_NULL;
  check_mpi(MPI_Dist_graph_create_adjacent(communicator.handle(), int(sources.size()), sources.data(),
                                           weights_or_none(sources, weights), int(destinations.size()),
                                           destinations.data(), weights_or_none(destinations, weights),
                                           MPI_INFO_NULL, reorder ? 1 : 0, &handle),
            "MPI_Dist_graph_create_adjacent");
  return handle;
}

// Empty where MPI returns the same neighbours in the same order.
std::string compare_neighbours(MPI_Comm handle, std::span<const int> sources,
                               std::span<const int> destinations) {
  std::vector<int> from(sources.size()), to(destinations.size()),
      weights(std::max(from.size(), to.size()) + 1);
  int n_from = 0, n_to = 0, weighted = 0;
  check_mpi(MPI_Dist_graph_neighbors_count(handle, &n_from, &n_to, &weighted),
            "MPI_Dist_graph_neighbors_count");
  bool same = n_from == int(from.size()) && n_to == int(to.size());
  if (same) {
    std::vector<int> more_weights(weights.size());
    check_mpi(MPI_Dist_graph_neighbors(handle, n_from, from.data(), weights.data(), n_to, to.data(),
                                       more_weights.data()),
              "MPI_Dist_graph_neighbors");
    same = std::ranges::equal(from, sources) && std::ranges::equal(to, destinations);
  }
  return same ? ""
              : "this MPI library builds a graph of ranks with other neighbours than requested; "
                "choose a halo method other than graph, or another MPI library";
}

}  // namespace

GraphTopology::GraphTopology(const Communicator& communicator, std::span<const int> sources,
                             std::span<const int> destinations)
    : communicator_(Communicator::adopt(created(communicator, sources, destinations, {}, false))) {
  throw_together(communicator, compare_neighbours(communicator_.handle(), sources, destinations));
}

Communicator make_reordered(const Communicator& communicator, std::span<const int> neighbours,
                            std::span<const int> weights) {
  const Communicator graph =
      Communicator::adopt(created(communicator, neighbours, neighbours, weights, true));
  std::vector<int> ranks = communicator.all_gather(graph.rank());
  std::ranges::sort(ranks);
  for (int rank = 0; rank < communicator.size(); ++rank)
    require(ranks[std::size_t(rank)] == rank, "this MPI library reorders ranks wrongly (rank ", rank,
            " is missing); switch reordering off, or use another MPI library");
  // Only the order is taken from MPI's graph.
  return communicator.split(0, graph.rank());
}

}  // namespace groundswell
