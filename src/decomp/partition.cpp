// SPDX-License-Identifier: Apache-2.0
#include "decomp/partition.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "decomp/metis_cut.hpp"

namespace groundswell {
namespace {

// The input for every kind of partition.
struct Whole {
  const CellGraph& graph;
  int n_part;
  const PartitionSettings& settings;
  std::span<const double> weights;
  std::span<const int> node_of_part;

  CutRequest request() const {
    return {.n_part = n_part,
            .load_tolerance = settings.load_tolerance,
            .contiguous = settings.contiguous,
            .seed = settings.seed,
            .weights = weights,
            .sizes = {}};
  }
};

void check_request(const Whole& whole) {
  const auto& [graph, n_part, settings, weights, node_of_part] = whole;
  require(n_part >= 1, "a mesh cannot be cut into ", n_part, " parts");
  const int n_cell = graph.n_cell();
  require(n_part <= n_cell, "the mesh has ", n_cell, " cells, too few for ", n_part,
          " ranks; start at most as many ranks as there are cells");
  require(settings.load_tolerance > 1.0 && settings.load_tolerance < 100.0,
          "the partition's load tolerance is ", settings.load_tolerance,
          " but must be above 1, such as 1.03");
  require(weights.empty() || weights.size() == std::size_t(n_cell), "the partition was given ",
          weights.size(), " weights for ", n_cell, " cells; give one per cell, or none");
  for (std::size_t cell = 0; cell < weights.size(); ++cell)
    require(weights[cell] > 0.0 && std::isfinite(weights[cell]), "the partition's weight of cell ", cell,
            " is ", weights[cell], " but must be positive");
  require(node_of_part.empty() || node_of_part.size() == std::size_t(n_part),
          "the partition was given nodes of ", node_of_part.size(), " parts, but is to have ", n_part,
          "; give one per part, or none");
}

std::vector<int> cut_flat(const Whole& whole) {
  return cut_cells(whole.graph, whole.request());
}

// The ranks of each node that has any, in ascending order of nodes.
std::vector<std::vector<int>> find_ranks_of_nodes(std::span<const int> node_of_part) {
  std::map<int, std::vector<int>> ranks;
  for (std::size_t part = 0; part < node_of_part.size(); ++part)
    ranks[node_of_part[part]].push_back(int(part));
  std::vector<std::vector<int>> listed;
  for (auto& entry : ranks) listed.push_back(std::move(entry.second));
  return listed;
}

// A subset of the cells, with the links among them.
struct SelectedCells {
  std::vector<int> cells;  // indices in the whole graph
  CellGraph graph;
  std::vector<double> weights;  // empty: all the same
  double load = 0.0;
};

// The cells of each node, with the links inside the node.
std::vector<SelectedCells> select_cells_of_nodes(const Whole& whole, const std::vector<int>& node_of_cell,
                                                 std::size_t n_node) {
  std::vector<SelectedCells> selected(n_node);
  std::vector<int> place(node_of_cell.size());  // index of each cell among those of its node
  for (int cell = 0; cell < whole.graph.n_cell(); ++cell) {
    SelectedCells& node = selected[std::size_t(node_of_cell[std::size_t(cell)])];
    place[std::size_t(cell)] = int(node.cells.size());
    node.cells.push_back(cell);
    if (!whole.weights.empty()) node.weights.push_back(whole.weights[std::size_t(cell)]);
    node.load += whole.weights.empty() ? 1.0 : whole.weights[std::size_t(cell)];
  }
  for (SelectedCells& node : selected) {
    node.graph.begin.push_back(0);
    for (const int cell : node.cells) {
      for (const int other : whole.graph.of(cell))
        if (node_of_cell[std::size_t(other)] == node_of_cell[std::size_t(cell)])
          node.graph.neighbours.push_back(place[std::size_t(other)]);
      node.graph.begin.push_back(int(node.graph.neighbours.size()));
    }
  }
  return selected;
}

// The load tolerance is split: its square root applies to the nodes, and the remaining factor to the parts
// within a node.
std::vector<int> cut_by_nodes(const Whole& whole) {
  const std::vector<std::vector<int>> ranks = find_ranks_of_nodes(whole.node_of_part);
  const std::size_t n_node = ranks.size();
  if (n_node <= 1 || n_node == std::size_t(whole.n_part)) return cut_flat(whole);
  CutRequest request = whole.request();
  request.n_part = int(n_node);
  request.load_tolerance = std::sqrt(whole.settings.load_tolerance);
  for (const auto& of_node : ranks) request.sizes.push_back(int(of_node.size()));
  const std::vector<int> node_of_cell = cut_cells(whole.graph, request);

  const std::vector<SelectedCells> nodes = select_cells_of_nodes(whole, node_of_cell, n_node);
  double load = 0.0;
  for (const SelectedCells& node : nodes) load += node.load;
  std::vector<int> owner(node_of_cell.size(), 0);
  request.sizes.clear();
  for (std::size_t i = 0; i < n_node; ++i) {
    const SelectedCells& node = nodes[i];
    request.n_part = int(ranks[i].size());
    request.weights = node.weights;
    request.load_tolerance =
        std::max(1.001, whole.settings.load_tolerance * (load / whole.n_part) / (node.load / request.n_part));
    const std::vector<int> inside = cut_cells(node.graph, request);
    for (std::size_t cell = 0; cell < inside.size(); ++cell)
      owner[std::size_t(node.cells[cell])] = ranks[i][std::size_t(inside[cell])];
  }
  return owner;
}

struct NamedPartition {
  std::string_view name;
  std::vector<int> (*cut)(const Whole&);
};
constexpr NamedPartition partitions[] = {{"flat", cut_flat}, {"hierarchical", cut_by_nodes}};

}  // namespace

std::vector<std::string> partition_names() {
  return names_of(partitions);
}

Partition make_partition(const CellGraph& graph, int n_part, const PartitionSettings& settings,
                         std::span<const double> weights, std::span<const int> node_of_part) {
  const Whole whole{graph, n_part, settings, weights, node_of_part};
  check_request(whole);
  const NamedPartition& kind =
      find_named(partitions, settings.kind, "the kind of partition '", settings.kind, "' is not known");
  return {n_part, kind.cut(whole)};
}

std::vector<RankLink> find_part_links(const CellGraph& graph, const Partition& partition) {
  std::map<std::pair<int, int>, std::int64_t> n_cell;
  std::vector<int> others;
  for (int cell = 0; cell < graph.n_cell(); ++cell) {
    const int part = partition.owner[std::size_t(cell)];
    others.clear();
    for (const int neighbour : graph.of(cell)) {
      const int other = partition.owner[std::size_t(neighbour)];
      if (other != part && std::ranges::find(others, other) == others.end()) others.push_back(other);
    }
    for (const int other : others) ++n_cell[{part, other}];
  }
  std::vector<RankLink> links;
  for (const auto& [parts, n] : n_cell) links.push_back({parts.first, parts.second, n});
  return links;
}

PartitionQuality compute_quality(const CellGraph& graph, const Partition& partition,
                                 std::span<const double> weights, std::span<const int> node_of_part) {
  PartitionQuality quality;
  std::vector<int> size(std::size_t(partition.n_part), 0);
  std::vector<double> load(std::size_t(partition.n_part), 0.0);
  for (int cell = 0; cell < graph.n_cell(); ++cell) {
    const int part = partition.owner[std::size_t(cell)];
    ++size[std::size_t(part)];
    load[std::size_t(part)] += weights.empty() ? 1.0 : weights[std::size_t(cell)];
    for (int neighbour : graph.of(cell))
      if (cell < neighbour && partition.owner[std::size_t(neighbour)] != part) ++quality.edge_cut;
  }
  const double total = std::accumulate(load.begin(), load.end(), 0.0);
  quality.imbalance = *std::ranges::max_element(load) * partition.n_part / total;
  quality.min_cells = *std::ranges::min_element(size);
  quality.max_cells = *std::ranges::max_element(size);
  const std::vector<int> pieces = count_pieces(graph, partition.owner, partition.n_part);
  quality.n_part_in_pieces = int(std::ranges::count_if(pieces, [](int n) { return n > 1; }));
  const std::vector<RankLink> links = find_part_links(graph, partition);
  std::vector<int> n_neighbour(std::size_t(partition.n_part), 0);
  for (const RankLink& link : links) ++n_neighbour[std::size_t(link.rank)];
  quality.max_neighbours = *std::ranges::max_element(n_neighbour);
  if (!node_of_part.empty()) quality.between_nodes = compute_node_traffic(links, node_of_part);
  return quality;
}

}  // namespace groundswell
