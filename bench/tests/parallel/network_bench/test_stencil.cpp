// SPDX-License-Identifier: Apache-2.0
// The stencil's exchange: every mode delivers the units of all 26 neighbours, even if several of them are the
// same rank, or are this rank itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "bench/network/stencil_case.hpp"
#include "bench/network/stencil_exchange.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

// All grids of n processes.
std::vector<GridPlace> all_grids(int n) {
  std::vector<GridPlace> grids;
  for (int x = 1; x <= n; ++x)
    for (int y = 1; y <= n; ++y)
      for (int z = 1; z <= n; ++z)
        if (x * y * z == n) grids.push_back({x, y, z});
  return grids;
}

int around(int place, int n) {
  return place < 0 ? n - 1 : place >= n ? 0 : place;
}

TEST(RankGrid, RanksFollowEachOtherAlongTheAxesInOrder) {
  const RankGrid xyz({4, 3, 2}), zxy({4, 3, 2}, parse_axes("zxy"));
  EXPECT_EQ(xyz.rank_of({1, 2, 1}), 1 + 4 * 2 + 12);
  EXPECT_EQ(zxy.rank_of({1, 2, 1}), 1 + 2 * 1 + 8 * 2);
  for (const char* axes : {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"}) {
    const RankGrid grid({4, 3, 2}, parse_axes(axes));
    std::set<GridPlace> places;
    for (int rank = 0; rank < grid.size(); ++rank) {
      places.insert(grid.place_of(rank));
      EXPECT_EQ(grid.rank_of(grid.place_of(rank)), rank);
    }
    EXPECT_EQ(places.size(), 24u);
  }
  EXPECT_EQ(xyz.neighbour(0, {-1, -1, -1}), xyz.rank_of({3, 2, 1}));
  EXPECT_THROW(parse_axes("xyy"), Error);
  EXPECT_THROW(parse_axes("xy"), Error);
}

TEST(RankGrid, ExtentsAreMostAlike) {
  EXPECT_EQ(make_grid_extent(1), (GridPlace{1, 1, 1}));
  EXPECT_EQ(make_grid_extent(8), (GridPlace{2, 2, 2}));
  EXPECT_EQ(make_grid_extent(12), (GridPlace{3, 2, 2}));
  EXPECT_EQ(make_grid_extent(13), (GridPlace{13, 1, 1}));
  EXPECT_EQ(make_grid_extent(512), (GridPlace{8, 8, 8}));
  EXPECT_EQ(make_grid_extent(4096), (GridPlace{16, 16, 16}));
  EXPECT_EQ(make_grid_extent(2048), (GridPlace{16, 16, 8}));
}

// The messages of the three modes, for units of length L: 26 of L; 8 of L and 2 of 9 L; 2 of L, 2 of 3 L and
// 2 of 9 L.
TEST(Stencil, ModesSendWhatIsPublished) {
  const auto sent = [](const char* mode) {
    std::vector<std::pair<std::size_t, int>> messages;
    for (const StencilPhase& phase : find_stencil_mode(mode).phases)
      messages.emplace_back(phase.from.size(), phase.n);
    return messages;
  };
  using Messages = std::vector<std::pair<std::size_t, int>>;
  EXPECT_EQ(sent("26"), (Messages{{26, 1}}));
  EXPECT_EQ(sent("8+2"), (Messages{{8, 1}, {2, 9}}));
  EXPECT_EQ(sent("2+2+2"), (Messages{{2, 1}, {2, 3}, {2, 9}}));
  EXPECT_THROW(find_stencil_mode("27"), Error);
}

TEST(Stencil, EveryModeBringsTheUnitsOfAllNeighbours) {
  constexpr std::size_t unit_bytes = 5;
  const int n = world().size(), rank = world().rank();
  for (const GridPlace& extent : all_grids(n))
    for (const StencilMode& mode : stencil_modes()) {
      StencilExchange exchange(world(), RankGrid(extent), unit_bytes);
      for (int unit = 0; unit < StencilExchange::n_unit; ++unit)
        std::ranges::fill(exchange.unit(unit), std::byte(unit == StencilExchange::own ? rank : 255));
      exchange.run(mode);
      const int x = rank % extent[0], y = rank / extent[0] % extent[1], z = rank / (extent[0] * extent[1]);
      std::size_t unit = 0;
      for (int dz = -1; dz <= 1; ++dz)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx, ++unit) {
            const int from = around(x + dx, extent[0]) +
                             extent[0] * (around(y + dy, extent[1]) + extent[1] * around(z + dz, extent[2]));
            for (const std::byte byte : exchange.unit(int(unit)))
              ASSERT_EQ(int(byte), from) << mode.name << " from (" << dx << ", " << dy << ", " << dz << ")";
          }
    }
  EXPECT_THROW(StencilExchange(world(), RankGrid({n + 1, 1, 1}), 1), Error);
}

// time_stencil() itself checks the received units, on the placed ranks and for each order of the axes.
TEST(Stencil, IsTimedByModeWithAndWithoutComputing) {
  std::vector<int> mirrored;
  for (int rank = world().size(); rank-- > 0;) mirrored.push_back(rank);
  const PlacedRanks ranks(world(), mirrored);
  StencilSettings settings;
  settings.extent = make_grid_extent(world().size());
  settings.unit_bytes = 1001;
  settings.repetitions = 3;
  for (const char* axes : {"xyz", "yzx", "zxy"})
    for (const bool computes : {false, true}) {
      settings.axes = axes;
      settings.computes = computes;
      const StencilResult result = time_stencil(ranks, settings);
      ASSERT_EQ(result.times.size(), 3u);
      EXPECT_EQ(result.times[2].placements.size(), 2u);
      EXPECT_EQ(result.computing_seconds[0] > 0.0, computes);
    }
}

}  // namespace
}  // namespace groundswell
