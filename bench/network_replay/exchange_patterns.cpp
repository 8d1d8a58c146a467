// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/exchange_patterns.hpp"

#include <bit>
#include <numeric>
#include <random>

#include "base/error.hpp"
#include "placement/process_grid.hpp"

namespace groundswell {
namespace {

using Direction = std::array<int, 3>;

std::vector<Direction> all_directions(int reach_z) {
  std::vector<Direction> directions;
  for (int z = -reach_z; z <= reach_z; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if (x != 0 || y != 0 || z != 0) directions.push_back({x, y, z});
  return directions;
}

}  // namespace

std::vector<ReplayMessage> make_all_to_all_round(int n, int round) {
  require(round >= 1 && round < n, "an all-to-all of ", n, " ranks has no round ", round);
  const bool has_pairs = std::has_single_bit(unsigned(n));
  std::vector<ReplayMessage> messages;
  for (int rank = 0; rank < n; ++rank)
    messages.push_back({rank, has_pairs ? rank ^ round : (rank + round) % n, 1.0});
  return messages;
}

std::vector<int> sample_rounds(int n, int n_kept) {
  std::vector<int> rounds(std::size_t(n - 1));
  std::iota(rounds.begin(), rounds.end(), 1);
  if (n_kept >= n - 1) return rounds;
  std::mt19937_64 random(1);
  std::vector<int> kept;
  for (int part = 0; part < n_kept; ++part) {
    const auto begin = std::int64_t(part) * (n - 1) / n_kept, end = std::int64_t(part + 1) * (n - 1) / n_kept;
    kept.push_back(rounds[std::size_t(begin + std::int64_t(random() % std::uint64_t(end - begin)))]);
  }
  return kept;
}

const std::vector<StencilSteps>& stencil_steps() {
  const Direction left{-1, 0, 0}, right{1, 0, 0}, front{0, -1, 0}, back{0, 1, 0}, down{0, 0, -1}, up{0, 0, 1};
  static const std::vector<StencilSteps> known{
      {"26", {{1.0, all_directions(1)}}},
      {"8+2", {{1.0, all_directions(0)}, {9.0, {down, up}}}},
      {"2+2+2", {{1.0, {left, right}}, {3.0, {front, back}}, {9.0, {down, up}}}}};
  return known;
}

std::vector<ReplayMessage> make_stencil_messages(const std::array<int, 3>& grid,
                                                 const std::vector<std::array<int, 3>>& directions) {
  std::vector<ReplayMessage> messages;
  for (int rank = 0; rank < int(count_places(grid)); ++rank) {
    const ProcessGrid at = find_in_grid(grid, rank);
    for (const Direction& direction : directions) {
      int to = 0;
      for (std::size_t axis = 3; axis-- > 0;)
        to = to * grid[axis] + (at[axis] + direction[axis] + grid[axis]) % grid[axis];
      // With only one place along an axis, a rank would be its own neighbour.
      if (to != rank) messages.push_back({rank, to, 1.0});
    }
  }
  return messages;
}

std::array<int, 3> make_alike_sides(int n) {
  require(n >= 1, "a grid of ", n, " places is not possible");
  std::array<int, 3> best{n, 1, 1};
  for (int z = 1; z * z * z <= n; ++z) {
    if (n % z != 0) continue;
    for (int y = z; y * y <= n / z; ++y)
      if (n / z % y == 0 && n / z / y + y + z < best[0] + best[1] + best[2]) best = {n / z / y, y, z};
  }
  return best;
}

std::vector<std::vector<ReplayMessage>> make_tree_steps(const std::vector<std::vector<int>>& children,
                                                        int root) {
  std::vector<std::vector<ReplayMessage>> steps;
  std::vector<std::size_t> next(children.size(), 0);
  for (std::vector<int> have{root}; have.size() < children.size();) {
    std::vector<ReplayMessage> step;
    for (const int rank : have)
      if (std::size_t& i = next[std::size_t(rank)]; i < children[std::size_t(rank)].size())
        step.push_back({rank, children[std::size_t(rank)][i++], 1.0});
    ensure(!step.empty(), "a tree that does not reach all of its ", children.size(), " ranks");
    for (const ReplayMessage& message : step) have.push_back(message.to);
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<std::vector<int>> make_binomial_children(int n) {
  std::vector<std::vector<int>> children(static_cast<std::size_t>(n));
  for (int rank = 0; rank < n; ++rank) {
    const int reach = rank == 0 ? int(std::bit_ceil(unsigned(n))) : rank & -rank;
    for (int step = reach / 2; step >= 1; step /= 2)
      if (rank + step < n) children[std::size_t(rank)].push_back(rank + step);
  }
  return children;
}

}  // namespace groundswell
