// SPDX-License-Identifier: Apache-2.0
// Choices and maps on 200 random networks each (50 under sanitizers, which look at memory only): by their own
// measure, never worse than what a job gets by default, even if that is hard to beat.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/error.hpp"
#include "network/node_distances.hpp"
#include "network/node_map.hpp"
#include "network/scotch_map.hpp"
#include "placement/choose_nodes.hpp"
#include "placement/choose_stencil.hpp"
#include "placement/job_map.hpp"
#include "placement/measured_tree.hpp"
#include "placement/rank_patterns.hpp"
#include "unit/placement/sample_networks.hpp"

namespace groundswell {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int n_network = 50;
#else
constexpr int n_network = 200;
#endif

// A network of one of four kinds: with random distances, with one rack after another, or with places on a
// line or a square, in order or nearly so.
DistanceMatrix make_network(int n, int kind, std::mt19937& random) {
  if (kind % 4 == 0) return test::make_random(n, random);
  if (kind % 4 == 1) {
    std::vector<int> rack_of;
    for (int place = 0; place < n; ++place) rack_of.push_back(place / 4);
    return test::make_racks(rack_of, 4.0, 0.3, random);
  }
  const int side = kind % 4 == 2 ? n : int(std::ceil(std::sqrt(n)));
  DistanceMatrix distances(n);
  std::uniform_real_distribution<double> factor(1.0, 1.2);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b)
      distances(a, b) = (std::abs(a % side - b % side) + std::abs(a / side - b / side)) * factor(random);
  return distances;
}

std::array<int, 3> make_grid(std::mt19937& random) {
  const auto side = [&](unsigned most) { return 1 + int(random() % most); };
  const int kind = side(4);
  if (kind == 1) return {1 + side(15), 1, 1};
  if (kind == 2) return {side(6), side(6), 1};
  return {side(4), side(3), side(3)};
}

std::vector<RankLink> make_links(int n_rank, std::mt19937& random) {
  if (random() % 2 == 0) return make_stencil_links({n_rank, 1, 1}, 100);
  std::vector<RankLink> links;
  for (int i = 0; i < 3 * n_rank; ++i)
    links.push_back(
        {int(random() % unsigned(n_rank)), int(random() % unsigned(n_rank)), 1 + std::int64_t(random() % 9)});
  return links;
}

TEST(NeverWorse, ChoicesForAllToAllThanTheFirstPlaces) {
  std::mt19937 random(1);
  for (int trial = 0; trial < n_network; ++trial) {
    const int k = 1 + int(random() % 20), n = k + int(random() % 12);
    const DistanceMatrix distances = make_network(n, trial, random);
    EXPECT_LE(sum_of_distances(distances, choose_by_swaps(distances, k)),
              sum_of_distances(distances, list_first_places(k)))
        << trial;
  }
}

TEST(NeverWorse, GridsThanTheFirstPlacesInOrder) {
  std::mt19937 random(2);
  int n_better = 0;
  for (int trial = 0; trial < n_network; ++trial) {
    const auto grid = make_grid(random);
    const int k = grid[0] * grid[1] * grid[2], n = k + int(random() % 12);
    const DistanceMatrix distances = make_network(n, trial, random);
    const auto sum = [&](const std::vector<int>& nodes) {
      return sum_between_neighbours(distances, grid, nodes);
    };
    const std::vector<int> built = improve_stencil(distances, grid, choose_for_stencil(distances, grid));
    const double chosen = sum(choose_stencil_by_swaps(distances, grid)), first = sum(list_first_places(k));
    EXPECT_LE(chosen, first) << trial;
    EXPECT_LE(chosen, sum(built)) << trial;
    n_better += first < sum(built);
  }
  EXPECT_GT(n_better, 0);  // sometimes the first places are better, so swaps should begin from these, too
}

// A grid of eight nodes below three switches of unequal sizes, of which the first is too small.
TEST(NeverWorse, GridsInATreeThanTheFirstPlacesOfAnySwitch) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "never_worse.conf";
  std::ofstream(file) << "SwitchName=a Nodes=h[0-5]\nSwitchName=b Nodes=h[6-14]\nSwitchName=c "
                         "Nodes=h[15-27]\nSwitchName=top Switches=a,b,c\n";
  const SwitchTree tree = read_switch_tree(file);
  std::filesystem::remove(file);
  std::vector<NetworkPlace> places;
  for (int i = 0; i < 28; ++i) places.push_back({text("h", i), text("h", i)});
  const std::array<int, 3> grid{4, 2, 1};
  std::mt19937 random(3);
  for (int trial = 0; trial < n_network; ++trial) {
    const DistanceMatrix distances = make_network(28, trial, random);
    const auto sum = [&](const DistanceMatrix& of, std::span<const int> nodes) {
      return sum_between_neighbours(of, grid, nodes);
    };
    const std::vector<int> chosen = choose_in_tree(
        tree, places, distances, 8,
        [&](const DistanceMatrix& of, int) { return choose_stencil_by_swaps(of, grid); }, sum);
    for (const int first : {6, 15}) {
      std::vector<int> nodes = list_first_places(8);
      for (int& node : nodes) node += first;
      EXPECT_LE(sum(distances, chosen), sum(distances, nodes)) << trial;
    }
  }
}

// The cost of a map: the sum of weight x distance, in integer steps.
std::int64_t add_steps(const std::vector<RankLink>& links, const std::vector<int>& node_of_rank,
                       const NodeDistances& distances) {
  std::int64_t sum = 0;
  for (const RankLink& link : links)
    sum +=
        link.weight * distances(node_of_rank[std::size_t(link.rank)], node_of_rank[std::size_t(link.other)]);
  return sum;
}

TEST(NeverWorse, MapsThanRanksAsTheyAre) {
  std::mt19937 random(4);
  for (int trial = 0; trial < n_network; ++trial) {
    const int n_node = 2 + int(random() % 9), n_rank = n_node * (1 + int(random() % 3));
    const DistanceMatrix distances = make_network(n_node, trial, random);
    std::vector<int> nodes;
    for (int rank = 0; rank < n_rank; ++rank)
      nodes.push_back(trial % 2 == 0 ? rank % n_node : rank * n_node / n_rank);
    const std::vector<RankLink> links = make_links(n_rank, random);
    const NodeDistances steps(distances, n_node);
    for (const auto find : {find_node_map, map_by_scotch})
      EXPECT_LE(add_steps(links, move_nodes(nodes, find(links, nodes, distances)), steps),
                add_steps(links, nodes, steps))
          << trial;
  }
}

TEST(NeverWorse, JobsThanBlocksOnTheFirstNodes) {
  std::mt19937 random(5);
  for (int trial = 0; trial < n_network; ++trial) {
    const int per_node = 1 + int(random() % 3), n_rank = 1 + int(random() % 15);
    const int n_needed = (n_rank + per_node - 1) / per_node;
    const DistanceMatrix distances = make_network(n_needed + int(random() % 10), trial, random);
    const std::vector<RankLink> links = make_links(n_rank, random);
    std::vector<int> blocks;
    for (int rank = 0; rank < n_rank; ++rank) blocks.push_back(rank / per_node);
    for (const NodeMapFinder& find : {NodeMapFinder(), NodeMapFinder(find_node_map)}) {
      const std::vector<int> nodes = map_job(links, n_rank, per_node, distances, find);
      EXPECT_LE(sum_over_links(links, nodes, distances), sum_over_links(links, blocks, distances)) << trial;
      std::vector<int> n_on(std::size_t(distances.size()), 0), sizes;
      for (const int node : nodes) ++n_on[std::size_t(node)];
      for (const int n : n_on)
        if (n > 0) sizes.push_back(n);
      EXPECT_EQ(int(sizes.size()), n_needed);
      EXPECT_EQ(std::ranges::count(sizes, per_node), n_rank / per_node);
    }
  }
}

}  // namespace
}  // namespace groundswell
