// SPDX-License-Identifier: Apache-2.0
#include "decomp/metis_cut.hpp"

#include <metis.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {
namespace {

static_assert(sizeof(idx_t) == sizeof(int), "the graph's tables are passed to METIS as they are");

// Weights for METIS: integers whose sum fits in 32 bits.
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

// The target fraction of each part; empty if all are the same.
std::vector<real_t> find_shares(const std::vector<int>& sizes) {
  if (sizes.empty() || std::ranges::count(sizes, sizes[0]) == std::ptrdiff_t(sizes.size())) return {};
  const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  std::vector<real_t> shares;
  for (const int size : sizes) shares.push_back(real_t(size / sum));
  return shares;
}

std::vector<int> run_metis(const CellGraph& graph, const CutRequest& request) {
  idx_t n_cell = graph.n_cell(), n_constraint = 1, parts = request.n_part, cut = 0;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_NUMBERING] = 0;
  options[METIS_OPTION_SEED] = request.seed;
  options[METIS_OPTION_UFACTOR] =
      std::max<idx_t>(1, idx_t(std::lround(1000.0 * (request.load_tolerance - 1.0))));
  const std::vector<int> one_colour(std::size_t(n_cell), 0);
  // METIS can make contiguous parts only if the graph is connected.
  options[METIS_OPTION_CONTIG] = request.contiguous && count_pieces(graph, one_colour, 1)[0] == 1;
  std::vector<idx_t> whole = whole_weights(request.weights);
  std::vector<real_t> shares = find_shares(request.sizes);
  std::vector<int> owner(std::size_t(n_cell), 0);
  const int code = METIS_PartGraphKway(
      &n_cell, &n_constraint, const_cast<idx_t*>(graph.begin.data()),
      const_cast<idx_t*>(graph.neighbours.data()), whole.empty() ? nullptr : whole.data(), nullptr, nullptr,
      &parts, shares.empty() ? nullptr : shares.data(), nullptr, options, &cut, owner.data());
  require(code == METIS_OK, "METIS could not cut ", n_cell, " cells into ", request.n_part,
          " parts (its code is ", code, "); try another number of ranks");
  return owner;
}

// The cell that has the fewest neighbours in its part: if this cell is removed, the part usually stays in one
// piece.
int find_loosest_cell(const CellGraph& graph, const std::vector<int>& owner, int part) {
  int best = -1, fewest = graph.n_cell();
  for (int cell = 0; cell < graph.n_cell(); ++cell) {
    if (owner[std::size_t(cell)] != part) continue;
    const int inside = int(std::ranges::count_if(
        graph.of(cell), [&](int neighbour) { return owner[std::size_t(neighbour)] == part; }));
    if (inside < fewest) {
      best = cell;
      fewest = inside;
    }
  }
  return best;
}

// Fills every part that has fewer cells than `least` with cells of the part that has the most cells to spare.
void fill_small_parts(const CellGraph& graph, const std::vector<int>& least, std::vector<int>& owner) {
  std::vector<int> spare;
  for (const int n : least) spare.push_back(-n);
  for (const int part : owner) ++spare[std::size_t(part)];
  for (std::size_t part = 0; part < spare.size(); ++part)
    while (spare[part] < 0) {
      const auto giver = std::ranges::max_element(spare);
      owner[std::size_t(find_loosest_cell(graph, owner, int(giver - spare.begin())))] = int(part);
      --*giver;
      ++spare[part];
    }
}

}  // namespace

std::vector<int> cut_cells(const CellGraph& graph, const CutRequest& request) {
  if (request.n_part == 1) return std::vector<int>(std::size_t(graph.n_cell()), 0);
  std::vector<int> owner(std::size_t(graph.n_cell()), 0);
  if (request.n_part == graph.n_cell()) {
    std::iota(owner.begin(), owner.end(), 0);
    return owner;
  }
  owner = run_metis(graph, request);
  fill_small_parts(
      graph, request.sizes.empty() ? std::vector<int>(std::size_t(request.n_part), 1) : request.sizes, owner);
  return owner;
}

}  // namespace groundswell
