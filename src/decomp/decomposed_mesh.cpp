// SPDX-License-Identifier: Apache-2.0
// Ranks are reordered before any rank makes its piece: later the data would have to move with the ranks.
#include "decomp/decomposed_mesh.hpp"

#include <map>
#include <vector>

#include "comm/graph_topology.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// The parts that touch `part`, each with the number of links between cells.
std::map<int, int> count_links(const Mesh& whole, const Partition& partition, int part) {
  std::map<int, int> links;
  for (int cell = 0; cell < whole.n_cell; ++cell) {
    if (partition.owner[std::size_t(cell)] != part) continue;
    for (int k = 0; k < whole.n_edges_on_cell[std::size_t(cell)]; ++k) {
      const int neighbour = whole.cell_on_cell(cell, k);
      if (neighbour < 0) continue;
      const int other = partition.owner[std::size_t(neighbour)];
      if (other != part) ++links[other];
    }
  }
  return links;
}

Communicator place(const Communicator& communicator, const Mesh& whole, const Partition& partition,
                   bool reorder) {
  if (!reorder) return communicator.duplicate();
  std::vector<int> neighbours, weights;
  for (const auto& [other, n_link] : count_links(whole, partition, communicator.rank())) {
    neighbours.push_back(other);
    weights.push_back(n_link);
  }
  return make_reordered(communicator, neighbours, weights);
}

LocalMesh make_local_mesh_together(const Communicator& communicator, const Mesh& whole,
                                   const Partition& partition, int n_ring) {
  LocalMesh local;
  run_together(communicator, [&] { local = make_local_mesh(whole, partition, communicator.rank(), n_ring); });
  return local;
}

}  // namespace

DecomposedMesh decompose(const Communicator& communicator, const Mesh& whole,
                         const DecompositionSettings& settings, std::span<const double> weights) {
  Partition partition = make_partition(communicator, whole, settings.partition, weights);
  PartitionQuality quality;
  run_on_root(communicator, 0, [&] { quality = compute_quality(whole, partition, weights); });
  communicator.broadcast(quality, 0);
  Communicator placed = place(communicator, whole, partition, settings.reorder);
  LocalMesh local = make_local_mesh_together(placed, whole, partition, settings.halo_rings);
  HaloPlan plan = make_halo_plan(placed, local);
  return {std::move(placed), std::move(partition), quality, std::move(local), std::move(plan)};
}

}  // namespace groundswell
