// SPDX-License-Identifier: Apache-2.0
// Two components, `air` on the first processes of the test and `sea` on the others, on small grids of
// longitudes and latitudes. Each gives one field to the other at each date of its steps of 10 s.
#pragma once

#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "base/block.hpp"
#include "coupling/coupler.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {

inline bool is_air() {
  return world().rank() < world().size() / 2;
}

// What a test changes of them; the same on all processes.
struct PairOfTest {
  CouplingSettings settings;
  std::vector<ScheduledComponent> components;
  std::vector<DeclaredField> air_gives{{"wind", "m s-1"}}, sea_gives{{"roughness", "m"}};
  std::vector<DeclaredField> air_takes{{"z0", "m"}}, sea_takes{{"u10", "m s-1"}};
  double sea_west = 0.1;  // [rad] the longitude of its first point
  int n_column = 4;
  ReadWeights read_weights;

  PairOfTest() {
    const DateTime start({2005, 8, 29});
    const int n_air = world().size() / 2;
    settings.components = {{"air", "toy", n_air, {}}, {"sea", "toy", world().size() - n_air, {}}};
    for (const ComponentSettings& each : settings.components)
      components.push_back({each.name, {start, start + 100, 10}});
    settings.fields.resize(2);
    settings.fields[0].name = "wind";
    settings.fields[0].source = settings.fields[1].target = "air";
    settings.fields[0].target = settings.fields[1].source = "sea";
    settings.fields[0].target_field = "u10";
    settings.fields[1].name = "roughness";
    settings.fields[1].target_field = "z0";
    for (CoupledFieldSettings& field : settings.fields) {
      field.period = field.lag = 10;
      field.first = 0.5;
      field.regridding.kind = Regridding::none;
    }
    settings.wait_limit = 10.0;
    settings.method = "p2p";
  }
};

// A grid of three rows; a process has a block of them.
inline CouplingGrid make_small_grid(const Communicator& ranks, double west, int n_column) {
  CouplingGrid grid;
  for (int i = 0; i < n_column; ++i) grid.axes.lon.push_back(west + 0.04 * i / n_column);
  for (int j = 0; j < 3; ++j) grid.axes.lat.push_back(0.3 + 0.01 * j);
  grid.n_global = grid.axes.size();
  grid.cells = numbers_of(make_block(grid.n_global, ranks.rank(), ranks.size()));
  for (const std::int64_t cell : grid.cells) {
    grid.lon.push_back(grid.axes.lon[std::size_t(cell % n_column)]);
    grid.lat.push_back(grid.axes.lat[std::size_t(cell / n_column)]);
  }
  return grid;
}

// One side of the pair on this process.
class SideOfPair {
 public:
  SideOfPair(const PairOfTest& pair, const Communicator& ranks)
      : grid(make_small_grid(ranks, is_air() ? 0.1 : pair.sea_west, pair.n_column)),
        coupler(ranks, {pair.settings,
                        pair.components,
                        is_air() ? 0 : 1,
                        is_air() ? pair.air_gives : pair.sea_gives,
                        is_air() ? pair.air_takes : pair.sea_takes,
                        {},
                        "",
                        pair.read_weights}),
        values(grid.n_point(), 1.0) {}

  std::string gives() const { return is_air() ? "wind" : "roughness"; }
  std::string takes() const { return is_air() ? "z0" : "u10"; }
  void put() { coupler.put<double>(gives(), {view()}); }
  void put_all() {
    if (coupler.wants(gives())) put();
  }
  void get(const DateTime& date) {
    coupler.get<double>(takes(), {View<double>{values.data(), values.size()}}, date);
  }
  View<const double> view() const { return {values.data(), values.size()}; }
  // From the start to the end; `before_step` is called with the number of each step.
  void run(const std::function<void(int step)>& before_step = [](int) {}) {
    coupler.connect(grid);
    put_all();
    coupler.send();
    for (int step = 0; step < 10; ++step) {
      before_step(step);
      coupler.receive();
      get(coupler.now());
      coupler.advance();
      put_all();
      coupler.send();
    }
    coupler.finish();
  }

  CouplingGrid grid;
  Coupler coupler;
  std::vector<double> values;
};

// The message on this process of a run of the pair.
inline std::string message_of_run(
    const PairOfTest& pair,
    const std::function<void(SideOfPair&)>& work = [](SideOfPair& side) { side.run(); }) {
  const Communicator ranks = world().split(is_air() ? 1 : 2, world().rank());
  const std::string message = message_of([&] {
    SideOfPair side(pair, ranks);
    work(side);
  });
  world().barrier();
  return message;
}

}  // namespace groundswell::test
