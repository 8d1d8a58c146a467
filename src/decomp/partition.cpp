// SPDX-License-Identifier: Apache-2.0
// METIS makes the partition; very small parts that it leaves empty are filled here.
#include "decomp/partition.hpp"

#include <metis.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

static_assert(sizeof(idx_t) == sizeof(int), "the graph's tables are passed to METIS as they are");

void check_request(const CellGraph& graph, int n_part, const PartitionSettings& settings,
                   std::span<const double> weights) {
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
}

// Weights for METIS: whole numbers whose sum fits 32 bits.
std::vector<idx_t> whole_weights(std::span<const double> weights) {
  if (weights.empty()) return {};
  double sum = 0.0;
  for (double weight : weights) sum += weight;
  const double scale = std::min(1000.0 * double(weights.size()) / sum, double(1 << 30) / sum);
  std::vector<idx_t> whole;
  whole.reserve(weights.size());
  for (double weight : weights) whole.push_back(std::max<idx_t>(1, idx_t(std::lround(weight * scale))));
  return whole;
}

std::vector<int> run_metis(const CellGraph& graph, int n_part, const PartitionSettings& settings,
                           std::span<const double> weights) {
  idx_t n_cell = graph.n_cell(), n_constraint = 1, parts = n_part, cut = 0;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_NUMBERING] = 0;
  options[METIS_OPTION_SEED] = settings.seed;
  options[METIS_OPTION_UFACTOR] =
      std::max<idx_t>(1, idx_t(std::lround(1000.0 * (settings.load_tolerance - 1.0))));
  const std::vector<int> one_colour(std::size_t(n_cell), 0);
  // METIS can do this for a connected graph only.
  options[METIS_OPTION_CONTIG] = settings.contiguous && count_pieces(graph, one_colour, 1)[0] == 1;
  std::vector<idx_t> whole = whole_weights(weights);
  std::vector<int> owner(std::size_t(n_cell), 0);
  const int code =
      METIS_PartGraphKway(&n_cell, &n_constraint, const_cast<idx_t*>(graph.begin.data()),
                          const_cast<idx_t*>(graph.neighbours.data()), whole.empty() ? nullptr : whole.data(),
                          nullptr, nullptr, &parts, nullptr, nullptr, options, &cut, owner.data());
  require(code == METIS_OK, "METIS could not cut ", n_cell, " cells into ", n_part, " parts (its code is ",
          code, "); try another number of ranks");
  return owner;
}

// Gives every empty part a cell of the part that has most cells: the cell with the fewest neighbours in that
// part, so that the part usually stays in one piece.
void fill_empty_parts(const CellGraph& graph, int n_part, std::vector<int>& owner) {
  std::vector<int> size(std::size_t(n_part), 0);
  for (int part : owner) ++size[std::size_t(part)];
  for (int part = 0; part < n_part; ++part) {
    if (size[std::size_t(part)] > 0) continue;
    const int giver = int(std::ranges::max_element(size) - size.begin());
    int best = -1, fewest = graph.n_cell();
    for (int cell = 0; cell < graph.n_cell(); ++cell) {
      if (owner[std::size_t(cell)] != giver) continue;
      const int inside = int(std::ranges::count_if(
          graph.of(cell), [&](int neighbour) { return owner[std::size_t(neighbour)] == giver; }));
      if (inside < fewest) {
        best = cell;
        fewest = inside;
      }
    }
    owner[std::size_t(best)] = part;
    --size[std::size_t(giver)];
    ++size[std::size_t(part)];
  }
}

}  // namespace

Partition make_partition(const CellGraph& graph, int n_part, const PartitionSettings& settings,
                         std::span<const double> weights) {
  check_request(graph, n_part, settings, weights);
  Partition partition;
  partition.n_part = n_part;
  partition.owner.assign(std::size_t(graph.n_cell()), 0);
  if (n_part == 1) return partition;
  if (n_part == graph.n_cell()) {
    std::iota(partition.owner.begin(), partition.owner.end(), 0);
    return partition;
  }
  partition.owner = run_metis(graph, n_part, settings, weights);
  fill_empty_parts(graph, n_part, partition.owner);
  return partition;
}

PartitionQuality compute_quality(const CellGraph& graph, const Partition& partition,
                                 std::span<const double> weights) {
  PartitionQuality quality;
  std::vector<int> size(std::size_t(partition.n_part), 0);
  std::vector<double> load(std::size_t(partition.n_part), 0.0);
  std::set<std::pair<int, int>> links;
  for (int cell = 0; cell < graph.n_cell(); ++cell) {
    const int part = partition.owner[std::size_t(cell)];
    ++size[std::size_t(part)];
    load[std::size_t(part)] += weights.empty() ? 1.0 : weights[std::size_t(cell)];
    for (int neighbour : graph.of(cell)) {
      const int other = partition.owner[std::size_t(neighbour)];
      if (other == part) continue;
      if (cell < neighbour) ++quality.edge_cut;
      links.emplace(part, other);
    }
  }
  const double total = std::accumulate(load.begin(), load.end(), 0.0);
  quality.imbalance = *std::ranges::max_element(load) * partition.n_part / total;
  quality.min_cells = *std::ranges::min_element(size);
  quality.max_cells = *std::ranges::max_element(size);
  const std::vector<int> pieces = count_pieces(graph, partition.owner, partition.n_part);
  quality.n_part_in_pieces = int(std::ranges::count_if(pieces, [](int n) { return n > 1; }));
  std::vector<int> n_neighbour(std::size_t(partition.n_part), 0);
  for (const auto& link : links) ++n_neighbour[std::size_t(link.first)];
  quality.max_neighbours = *std::ranges::max_element(n_neighbour);
  return quality;
}

}  // namespace groundswell
