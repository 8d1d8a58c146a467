// SPDX-License-Identifier: Apache-2.0
// What goes wrong while two components connect, on all of their processes or on one alone, is the same
// sentence on all processes of both.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "coupled_pair.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words, test::is_air, test::message_of_run, test::PairOfTest, test::SideOfPair, test::world;

bool is_last() {
  return world().rank() == world().size() - 1;
}

// The two fields, the first of which has a matrix.
PairOfTest with_matrix(ReadWeights read) {
  PairOfTest pair;
  pair.settings.fields[0].regridding = {Regridding::matrix, "weights.nc", NoSource::error, 0.0};
  pair.read_weights = std::move(read);
  return pair;
}

GridWeights same_points() {
  GridWeights weights{12, 12, {}};
  for (std::int64_t i = 0; i < 12; ++i) weights.weights.push_back({i, i, 1.0});
  return weights;
}

TEST(CouplerConnecting, a_matrix_is_read_by_the_target_alone) {
  const PairOfTest pair = with_matrix([](const std::filesystem::path& path) {
    EXPECT_FALSE(is_air());
    EXPECT_EQ(path, "weights.nc");
    return same_points();
  });
  EXPECT_EQ(message_of_run(pair), "");
}

TEST(CouplerConnecting, a_matrix_that_cannot_be_read) {
  for (const bool on_all : {true, false}) {
    const PairOfTest pair = with_matrix([&](const std::filesystem::path& path) {
      require(!on_all && !is_last(), "there is no ", path);
      return same_points();
    });
    expect_words(message_of_run(pair), {"fields, wind (air -> sea): there is no", "weights.nc"});
  }
}

TEST(CouplerConnecting, an_exception_of_another_library_on_one_process) {
  const PairOfTest pair = with_matrix([](const std::filesystem::path&) -> GridWeights {
    if (is_last()) throw std::runtime_error("the library has no file");
    return same_points();
  });
  expect_words(message_of_run(pair), {"fields, wind (air -> sea): ", "the library has no file"});
}

TEST(CouplerConnecting, nobody_reads_matrices) {
  expect_words(message_of_run(with_matrix({})), {"fields, wind (air -> sea): ", "weights.nc", "read"});
}

TEST(CouplerConnecting, a_matrix_that_does_not_fit) {
  const auto expect = [](const GridWeight& more, std::initializer_list<const char*> words) {
    const PairOfTest pair = with_matrix([&](const std::filesystem::path&) {
      GridWeights weights = same_points();
      weights.weights.push_back(more);
      return weights;
    });
    expect_words(message_of_run(pair), words);
  };
  expect({3, 12, 1.0}, {"fields, wind (air -> sea): ", "point 12 of 'air'", "0 to 11"});
  expect({-1, 2, 1.0}, {"fields, wind (air -> sea): ", "point -1 of 'sea'"});
}

// The last point of the sea lies beyond the last column of the air.
TEST(CouplerConnecting, points_without_a_source_on_one_process) {
  PairOfTest pair;
  pair.settings.fields[0].regridding.kind = Regridding::bilinear;
  const auto move_last = [](SideOfPair& side) {
    side.grid.axes = is_air() ? side.grid.axes : GridAxes{};
    for (std::size_t i = 0; i < side.grid.n_point(); ++i)
      if (!is_air() && side.grid.cells[i] == 11) side.grid.lon[i] += 0.01;
  };
  pair.settings.fields[1].regridding.kind = Regridding::nearest;
  const std::string message = message_of_run(pair, [&](SideOfPair& side) {
    move_last(side);
    side.run();
  });
  expect_words(message,
               {"fields, wind (air -> sea): 1 of ", "of 'sea' on this process have no source in 'air'",
                "point 11 (from 0)", "fields.no_source: nearest or value"});
  // A value is in the unit of the target.
  pair.settings.fields[0].lag = 0;
  pair.sea_takes[0].unit = "knots";
  for (const NoSource no_source : {NoSource::nearest, NoSource::value}) {
    pair.settings.fields[0].regridding.no_source = no_source;
    pair.settings.fields[0].regridding.value = 7.0;
    const std::string none = message_of_run(pair, [&](SideOfPair& side) {
      move_last(side);
      side.coupler.connect(side.grid);
      side.put_all();
      side.coupler.send();
      side.get(side.coupler.now());
      side.coupler.finish();
      for (std::size_t i = 0; i < side.grid.n_point() && !is_air(); ++i) {
        const bool is_filled = no_source == NoSource::value && side.grid.cells[i] == 11;
        EXPECT_NEAR(side.values[i], is_filled ? 7.0 : 3600.0 / 1852.0, 1e-7);
      }
    });
    EXPECT_EQ(none, "");
  }
}

TEST(CouplerConnecting, a_point_out_of_use_is_no_source) {
  const auto message = [](auto&& change) {
    return message_of_run(PairOfTest(), [&](SideOfPair& side) {
      side.grid.mask.assign(side.grid.n_point(), 1);
      if (is_air()) change(side.grid);
      side.run();
    });
  };
  expect_words(message([](CouplingGrid& grid) { grid.mask.assign(grid.n_point(), 0); }),
               {"fields, wind (air -> sea): no point of the grid of 'air' is in use"});
  expect_words(message([](CouplingGrid& grid) {
                 if (world().rank() == 0) grid.mask[0] = 0;
               }),
               {"fields, wind (air -> sea): 1 of ", "point 0 (from 0)"});
}

// One process of the air states something else than the others, as far as there are others.
TEST(CouplerConnecting, processes_that_state_different_grids) {
  const auto expect = [](const std::function<void(CouplingGrid&)>& change,
                         std::initializer_list<const char*> words) {
    const int last_of_air = world().size() / 2 - 1;
    const std::string message = message_of_run(PairOfTest(), [&](SideOfPair& side) {
      if (world().rank() == last_of_air) change(side.grid);
      side.run();
    });
    expect_words(message, words);
  };
  if (world().size() < 4) return;
  expect([](CouplingGrid& grid) { ++grid.n_global; }, {"'air'", "13 points"});
  expect([](CouplingGrid& grid) { grid.on_sphere = false; }, {"'air'", "on the sphere", "in the plane"});
  expect([](CouplingGrid& grid) { grid.axes = {}; }, {"'air'", "axes"});
  expect([](CouplingGrid& grid) { grid.cells[0] = 0, grid.lon[0] = 0.1, grid.lat[0] = 0.3; },
         {"point 0 of the grid of 'air' is stated twice"});
}

}  // namespace
}  // namespace groundswell
