// SPDX-License-Identifier: Apache-2.0
// Ranks are reordered before any rank makes its piece; afterwards the data would have to move with the ranks.
#include "decomp/decomposed_mesh.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "comm/placement.hpp"
#include "comm/together.hpp"
#include "decomp/mesh_piece.hpp"
#include "network/host_distances.hpp"
#include "transfer/row_move.hpp"

namespace groundswell {
namespace {

// A sea in several parts is usually due to a mistake in mesh generation: isolated ponds on land, or a strait
// that the mesh closes.
void require_one_part(const CellGraph& graph, const std::string& name) {
  const std::vector<int> sizes = find_piece_sizes(graph);
  const std::size_t n_named = std::min<std::size_t>(sizes.size(), 6);
  if (sizes.size() == 1) return;
  std::string others;
  for (std::size_t part = 1; part < n_named; ++part) others += text(part > 1 ? ", " : "", sizes[part]);
  throw Error(
      text("the sea of mesh ", name, " is in ", sizes.size(), " parts that no edge connects; beside the ",
           "largest of ", sizes[0], " cells lie parts of ", others, sizes.size() > n_named ? ", ..." : "",
           " cells. Make the mesh again so that they are connected or removed (`groundswell mesh` ",
           "removes them unless sea.smallest_part is set), or allow them with mesh.allow_parts: true"));
}

// The results that rank 0 derives from the graph and sends to all ranks.
struct GraphCut {
  std::vector<int> owner;  // part of each cell of this rank's block
  PartitionQuality quality;
  std::vector<RankLink> links;  // between all parts; empty unless ranks are to be reordered
};

GraphCut cut_graph(const Communicator& communicator, const MeshBlocks& blocks,
                   const DecompositionSettings& settings, std::span<const double> weights,
                   std::span<const int> node_of_rank) {
  const CellGraph graph = gather_cell_graph(communicator, blocks);
  const std::vector<double> all_weights = communicator.gather(weights, 0);
  GraphCut cut;
  Partition partition;
  run_on_root(communicator, 0, [&] {
    if (blocks.is_raw) with_mesh_name(blocks.name, [&] { check_links(graph); });
    if (!settings.allow_parts) require_one_part(graph, blocks.name);
    partition = make_partition(graph, communicator.size(), settings.partition, all_weights, node_of_rank);
    cut.quality = settings.n_judged == 0
                      ? compute_quality(graph, partition, all_weights, node_of_rank)
                      : compute_quality(
                            graph, make_partition(graph, settings.n_judged, settings.partition, all_weights),
                            all_weights);
    if (settings.reorder != default_reorder) cut.links = find_part_links(graph, partition);
  });
  communicator.broadcast(cut.quality, 0);
  communicator.broadcast(cut.links, 0);
  const Block all{0, communicator.rank() == 0 ? blocks.n_cell : 0},
      mine = make_block(blocks.n_cell, communicator.rank(), communicator.size());
  RowMove move(communicator, "the part of each cell", blocks.n_cell, all, numbers_of(mine));
  move.add(partition.owner, cut.owner);
  move.move();
  return cut;
}

void check_pairs_together(const Communicator& communicator, PairCounts pairs, const std::string& name) {
  for (std::int64_t* count : {&pairs.on_cells, &pairs.on_edges, &pairs.on_vertices})
    *count = communicator.sum(*count);
  with_mesh_name(name, [&] { check_pairs(pairs); });
}

// Reorders the ranks and recomputes the traffic between nodes if any rank has moved, unless the quality is
// that of another partition.
Reordering place(const Communicator& communicator, const DecompositionSettings& settings, GraphCut& cut,
                 const Placement& places) {
  RankLinks links{cut.links, places.host_of_rank};
  if (!settings.network.empty())
    run_on_root(communicator, 0,
                [&] { links.between_nodes = read_host_distances(settings.network, places.hosts); });
  Reordering placed = reorder_ranks(communicator, settings.reorder, links, settings.watch);
  if (placed.n_moved() > 0 && settings.n_judged == 0)
    cut.quality.between_nodes =
        compute_node_traffic(cut.links, move_nodes(places.host_of_rank, placed.new_rank));
  return placed;
}

void number_globally(std::vector<std::int64_t>& indices, const std::vector<std::int64_t>& global) {
  for (std::int64_t& index : indices) index = global[std::size_t(index)];
}

LocalMesh make_local_mesh(const MeshPiece& piece, const Communicator& communicator, int n_ring) {
  const Partition partition{communicator.size(), piece.owner};
  LocalMesh local = make_local_mesh(piece.mesh, partition, communicator.rank(), n_ring);
  number_globally(local.global_cell, piece.cells);
  number_globally(local.global_edge, piece.edges);
  number_globally(local.global_vertex, piece.vertices);
  local.n_global_cell = piece.n_cell;
  local.n_global_edge = piece.n_edge;
  local.n_global_vertex = piece.n_vertex;
  return local;
}

}  // namespace

HaloPlan make_halo_plan(const Communicator& communicator, const LocalMesh& local) {
  ensure(local.part == communicator.rank(), "rank ", communicator.rank(), " holds the local mesh of part ",
         local.part);
  const std::span<const std::int64_t> cells(local.global_cell);
  return make_halo_plan(communicator, cells.first(std::size_t(local.n_owned)),
                        cells.subspan(std::size_t(local.n_owned)), local.halo_owner);
}

DecomposedMesh decompose(const Communicator& communicator, MeshBlocks blocks,
                         const DecompositionSettings& settings, std::span<const double> weights) {
  if (blocks.is_raw) orient_edges(communicator, blocks);
  const Placement places = find_placement(communicator);
  GraphCut cut = cut_graph(communicator, blocks, settings, weights, places.host_of_rank);
  Reordering reordering = place(communicator, settings, cut, places);
  const Communicator& placed = reordering.communicator;
  const bool is_raw = blocks.is_raw;
  const std::string name = blocks.name;
  const PairCounts pairs = is_raw ? count_pairs(blocks.rows) : PairCounts{};
  MeshPiece piece = collect_piece(placed, std::move(blocks), cut.owner, settings.halo_rings);
  if (is_raw) {
    run_together(placed, [&] { order_piece(piece, placed.rank(), name); });
    check_pairs_together(placed, pairs, name);
  }
  LocalMesh local;
  run_together(placed, [&] { local = make_local_mesh(piece, placed, settings.halo_rings); });
  HaloPlan plan = make_halo_plan(placed, local);
  const int n_moved = reordering.n_moved();
  return {std::move(reordering.communicator), cut.quality,      n_moved,
          std::move(reordering.warning),      std::move(local), std::move(plan)};
}

DecomposedMesh decompose(const Communicator& communicator, const Mesh& whole,
                         const DecompositionSettings& settings, std::span<const double> weights) {
  const Block cells = make_block(whole.n_cell, communicator.rank(), communicator.size());
  ensure(weights.empty() || weights.size() == std::size_t(whole.n_cell), weights.size(), " weights of ",
         whole.n_cell, " cells");
  if (!weights.empty()) weights = weights.subspan(std::size_t(cells.begin), std::size_t(cells.size()));
  return decompose(communicator, cut_blocks(whole, communicator.rank(), communicator.size()), settings,
                   weights);
}

}  // namespace groundswell
