// SPDX-License-Identifier: Apache-2.0
// Rows of weights: constants, masks, points without a source, matrices, and the same bits for any division.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <numeric>

#include "coupling/regridding.hpp"
#include "support/coupling_grids.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

RegriddingSettings kind_of(Regridding kind, NoSource no_source = NoSource::error) {
  RegriddingSettings settings;
  settings.kind = kind;
  settings.no_source = no_source;
  settings.value = -7.0;
  return settings;
}

CouplingGrid with_land(CouplingGrid grid) {
  grid.mask.clear();
  for (std::size_t i = 0; i < grid.n_point(); ++i)
    grid.mask.push_back(std::hypot(grid.lon[i] - 0.4, grid.lat[i]) > 0.5);
  return grid;
}

TEST(Regridding, WeightsArePositiveAndAddUpToOne) {
  const CouplingGrid points = make_random_points(500);
  for (const auto& [kind, grid] : {std::pair{Regridding::nearest, with_land(make_globe(2, 2))},
                                   std::pair{Regridding::three_points, with_land(make_globe(2, 2))},
                                   std::pair{Regridding::bilinear, with_land(make_global_grid(40, 20))}}) {
    const WholeGrid source = whole(grid);
    const RegriddingMatrix made = make_regridding(kind_of(kind, NoSource::nearest), source, points);
    ASSERT_EQ(made.rows.n_row(), points.n_point());
    for (std::size_t i = 0; i < points.n_point(); ++i) {
      double sum = 0.0;
      for (const MatrixEntry& entry : made.rows.row(i)) {
        EXPECT_GT(entry.weight, 0.0);
        EXPECT_TRUE(source.is_used(entry.column));
        sum += entry.weight;
      }
      EXPECT_NEAR(sum, 1.0, 1e-15);
    }
  }
}

// Row of a global index, with the bits of the weights.
using RowBits = std::vector<std::pair<std::int64_t, std::uint64_t>>;

std::map<std::int64_t, RowBits> bits_of(const RegriddingMatrix& made, const CouplingGrid& target) {
  std::map<std::int64_t, RowBits> rows;
  for (std::size_t i = 0; i < target.n_point(); ++i) {
    RowBits& bits = rows[target.cells[i]];
    bits.push_back({-1, std::uint64_t(made.origin[i])});
    for (const MatrixEntry& entry : made.rows.row(i))
      bits.push_back({entry.column, std::bit_cast<std::uint64_t>(entry.weight)});
  }
  return rows;
}

TEST(Regridding, SameBitsForAnyDivisionOfEitherSide) {
  CouplingGrid points = with_land(make_random_points(400));
  const CouplingGrid mesh = with_land(make_globe(3, 1)), rows = with_land(make_global_grid(20, 10));
  // Corners and centres of edges, where several triangles have the point.
  for (std::size_t i = 0; i < 40; ++i) {
    const GridTriangle& t = mesh.triangles[i];
    const Vec3 place = normalized(grid_place(true, mesh.lon[std::size_t(t[0])], mesh.lat[std::size_t(t[0])]) +
                                  grid_place(true, mesh.lon[std::size_t(t[1])], mesh.lat[std::size_t(t[1])]));
    points.lon[i] = i % 2 == 0 ? mesh.lon[i] : longitude(place);
    points.lat[i] = i % 2 == 0 ? mesh.lat[i] : latitude(place);
  }
  GridWeights weights;
  for (std::int64_t k = 0; k < 4800; ++k)  // several weights for the same two points
    weights.weights.push_back({k % 400, k / 400 % 2 + k % 400 / 10, 1.0 / double(k + 1)});
  for (const auto& [kind, grid] :
       {std::pair{Regridding::nearest, mesh}, std::pair{Regridding::three_points, mesh},
        std::pair{Regridding::bilinear, rows}, std::pair{Regridding::matrix, make_globe(3, 0)}}) {
    const auto expected =
        bits_of(make_regridding(kind_of(kind, NoSource::value), whole(grid), points, weights), points);
    for (const std::size_t n_part : {1u, 3u, 7u}) {
      const WholeGrid source = join_grid(cut(grid, n_part));
      GridWeights shuffled = weights;
      std::ranges::reverse(shuffled.weights);
      std::map<std::int64_t, RowBits> found;
      for (const CouplingGrid& part : cut(points, n_part, 9))
        found.merge(bits_of(make_regridding(kind_of(kind, NoSource::value), source, part, shuffled), part));
      EXPECT_EQ(found, expected) << int(kind) << " " << n_part;
    }
  }
}

// In the middle of a box of four points, some of which are not in use; and on the side of a box.
TEST(Regridding, PointsInUseShareTheWeightIfTheyHaveHalfOfIt) {
  const auto row = [](const std::vector<std::uint8_t>& mask, double x) {
    CouplingGrid grid = make_grid({{0.0, 1.0}, {0.0, 1.0}}, false);
    grid.mask = mask;
    const RegriddingMatrix made = make_regridding(kind_of(Regridding::bilinear, NoSource::value), whole(grid),
                                                  make_points({x}, {0.5}, false));
    const auto entries = made.rows.row(0);
    EXPECT_EQ(made.origin[0], entries.empty() ? ValueOrigin::fill : ValueOrigin::source);
    return MatrixRow(entries.begin(), entries.end());
  };
  EXPECT_EQ(row({1, 1, 1, 1}, 0.5), (MatrixRow{{0, 0.25}, {1, 0.25}, {2, 0.25}, {3, 0.25}}));
  EXPECT_EQ(row({1, 1, 0, 0}, 0.5), (MatrixRow{{0, 0.5}, {1, 0.5}}));
  EXPECT_EQ(row({1, 0, 0, 0}, 0.5), (MatrixRow{}));
  EXPECT_EQ(row({1, 0, 1, 0}, 0.25), (MatrixRow{{0, 0.5}, {2, 0.5}}));
  EXPECT_EQ(row({0, 1, 0, 1}, 0.25), (MatrixRow{}));
  EXPECT_EQ(row({1, 0, 1, 0}, 0.0), (MatrixRow{{0, 0.5}, {2, 0.5}})) << "points without weight do not matter";
  // The same for triangles: only their corner 0 is in use.
  CouplingGrid grid{"ocean", false, 3, {0, 1, 2}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1, 0, 0}};
  grid.triangles = {{0, 1, 2}};
  const RegriddingMatrix made = make_regridding(kind_of(Regridding::three_points, NoSource::value),
                                                whole(grid), make_points({0.2, 0.3}, {0.2, 0.3}, false));
  EXPECT_EQ(made.origin, (std::vector{ValueOrigin::source, ValueOrigin::fill}));
  EXPECT_EQ(made.rows.row(0)[0], (MatrixEntry{0, 1.0}));
}

// A region of 5 x 4 points; targets inside, outside and, far outside, not in use.
TEST(Regridding, PointsWithoutASourceFollowThePolicy) {
  GridAxes axes;
  for (int i = 0; i < 5; ++i) axes.lon.push_back((350.0 + 5.0 * i) * degree);
  for (int j = 0; j < 4; ++j) axes.lat.push_back((50.0 - 5.0 * j) * degree);
  const WholeGrid source = whole(make_grid(axes));
  CouplingGrid points = make_points({0.01, -30.0 * degree, 100.0 * degree, 11.0 * degree},
                                    {40.0 * degree, 42.0 * degree, 10.0 * degree, 51.0 * degree});
  points.mask = {1, 1, 0, 1};
  points.cells = {3, 2, 0, 1};
  const auto made = [&](NoSource no_source) {
    return make_regridding(kind_of(Regridding::bilinear, no_source), source, points);
  };
  expect_words(message_of([&] { made(NoSource::error); }),
               {"2 of 3 points", "'waves'", "'atmosphere'", "point 1", "longitude 11, latitude 51 degrees",
                "latitudes 35 to 50", "no_source", "nearest"});
  const RegriddingMatrix filled = made(NoSource::value), near = made(NoSource::nearest);
  EXPECT_EQ(filled.origin,
            (std::vector{ValueOrigin::source, ValueOrigin::fill, ValueOrigin::unused, ValueOrigin::fill}));
  EXPECT_EQ(near.origin, (std::vector{ValueOrigin::source, ValueOrigin::nearest, ValueOrigin::unused,
                                      ValueOrigin::nearest}));
  EXPECT_EQ(filled.fill, -7.0);
  for (const std::size_t i : {1u, 2u, 3u}) EXPECT_TRUE(filled.rows.row(i).empty());
  ASSERT_EQ(near.rows.row(3).size(), 1u);
  EXPECT_EQ(near.rows.row(3)[0], (MatrixEntry{4, 1.0}));
  EXPECT_TRUE(near.rows.row(2).empty());
  EXPECT_EQ(near.n_used, 3);
  EXPECT_EQ(near.n_covered, 1);
}

TEST(Regridding, GridsWithoutOverlapGetASentence) {
  const WholeGrid source = whole(make_grid({{0.0, 0.1, 0.2}, {0.0, 0.1}}));
  const CouplingGrid far = make_points({2.0, 2.1}, {0.0, 0.1}), close = make_points({0.1, 0.21}, {0.0, 0.1});
  for (const Regridding kind : {Regridding::nearest, Regridding::bilinear}) {
    const RegriddingMatrix away = make_regridding(kind_of(kind, NoSource::nearest), source, far),
                           here = make_regridding(kind_of(kind, NoSource::nearest), source, close);
    expect_words(message_of([&] { check_overlap(away.n_used, away.n_covered, source, "waves"); }),
                 {"'atmosphere' and 'waves' do not overlap", "none of the 2 points", "longitudes 0 to 11.4"});
    check_overlap(here.n_used, here.n_covered, source, "waves");
  }
  expect_words(message_of([&] { make_regridding(kind_of(Regridding::bilinear), source, far); }),
               {"all 2 points", "longitude 114.592, latitude 0 degrees"});
  check_overlap(0, 0, source, "waves");  // without points in use there is nothing to miss
}

TEST(Regridding, NoneTakesThePointOfTheSameIndex) {
  const CouplingGrid grid = with_land(make_globe(2, 1));
  const WholeGrid source = whole(grid);
  for (CouplingGrid part : cut(grid, 3)) {
    for (double& lon : part.lon) lon += 2.0 * pi + 1e-8;
    const RegriddingMatrix made = make_regridding(kind_of(Regridding::none), source, part);
    for (std::size_t i = 0; i < part.n_point(); ++i)
      if (part.is_used(i)) {
        ASSERT_EQ(made.rows.row(i).size(), 1u);
        EXPECT_EQ(made.rows.row(i)[0], (MatrixEntry{part.cells[i], 1.0}));
      }
  }
  // Points that only the target uses have no source.
  const RegriddingMatrix filled =
      make_regridding(kind_of(Regridding::none, NoSource::value), source, make_globe(2, 1));
  for (std::size_t i = 0; i < grid.n_point(); ++i)
    EXPECT_EQ(filled.origin[i], grid.is_used(i) ? ValueOrigin::source : ValueOrigin::fill);
  CouplingGrid other = grid;
  other.lon[3] += 1e-3, other.lat[40] += 1e-3, other.lon[20] += 0.5;
  other.mask[3] = 0;  // does not count
  std::ranges::reverse(other.cells), std::ranges::reverse(other.lon), std::ranges::reverse(other.lat);
  std::ranges::reverse(other.mask);
  expect_words(message_of([&] { make_regridding(kind_of(Regridding::none), source, other); }),
               {"point 20 of 'ocean'", "kind none", "degrees"});
  expect_words(message_of([&] { make_regridding(kind_of(Regridding::none), source, make_random_points(5)); }),
               {"'ocean' has 162 points", "'waves' has 5"});
}

TEST(Regridding, MatricesAreTakenAsTheyAre) {
  CouplingGrid grid = make_globe(1, 0);
  grid.mask.assign(12, 1);
  grid.mask[11] = 0;
  const WholeGrid source = whole(grid);
  CouplingGrid target = make_random_points(6);
  target.cells = {5, 3}, target.lon.resize(2), target.lat.resize(2);
  target.mask = {1, 1};
  GridWeights weights{
      6, 12, {{5, 8, 2.0}, {5, 1, 0.5}, {0, 2, 1.0}, {5, 8, 0.25}, {3, 11, 0.0}, {3, 4, -1.0}}};
  const auto made = [&](NoSource no_source = NoSource::error) {
    return make_regridding(kind_of(Regridding::matrix, no_source), source, target, weights);
  };
  const RegriddingMatrix result = made();
  EXPECT_EQ(MatrixRow(result.rows.row(0).begin(), result.rows.row(0).end()),
            (MatrixRow{{1, 0.5}, {8, 2.25}}));
  EXPECT_EQ(MatrixRow(result.rows.row(1).begin(), result.rows.row(1).end()), (MatrixRow{{4, -1.0}}));

  const GridWeights good = weights;
  weights.weights.pop_back();
  expect_words(message_of([&] { made(); }), {"1 of 2 points", "point 3"});
  EXPECT_EQ(made(NoSource::value).origin[1], ValueOrigin::fill);
  const auto complaint = [&](const GridWeight& bad) {
    weights = good;
    weights.weights.push_back(bad);
    return message_of([&] { made(); });
  };
  expect_words(complaint({6, 0, 1.0}), {"point 6 of 'waves'", "0 to 5"});
  expect_words(complaint({-1, 0, 1.0}), {"point -1 of 'waves'"});
  expect_words(complaint({0, 12, 1.0}), {"point 12 of 'ocean'", "0 to 11"});
  expect_words(complaint({0, 1, std::nan("")}), {"from point 1 to point 0", "not a number"});
  expect_words(complaint({3, 11, 1.0}), {"point 11 of 'ocean' for point 3", "not in use"});
  weights = good;
  weights.n_source = 13;
  expect_words(message_of([&] { made(); }), {"13 points of 'ocean', which has 12"});
}

TEST(Regridding, ASourceNeedsPointsInUse) {
  CouplingGrid land = make_globe(1, 0);
  land.mask.assign(land.n_point(), 0);
  for (const NoSource no_source : {NoSource::error, NoSource::nearest, NoSource::value})
    expect_words(message_of([&] {
                   make_regridding(kind_of(Regridding::three_points, no_source), whole(land),
                                   make_random_points(3));
                 }),
                 {"no point", "'ocean'", "mask"});
}

TEST(Regridding, ASphereAndAPlaneDoNotMeet) {
  expect_words(message_of([] {
                 make_regridding(kind_of(Regridding::nearest), whole(make_globe(1, 0)),
                                 make_points({1.0}, {1.0}, false));
               }),
               {"'ocean' is on the sphere", "'waves' is in the plane"});
}

}  // namespace
}  // namespace groundswell::test
