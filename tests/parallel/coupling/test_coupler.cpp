// SPDX-License-Identifier: Apache-2.0
// Components that exchange fields, against a slow serial reference.
#include <gtest/gtest.h>

#include <random>

#include "coupled_pair.hpp"
#include "coupled_sets.hpp"

namespace groundswell {
namespace {

using test::CoupledSet, test::world;

void add_field(CoupledSet& set, int source, int target, std::int64_t period, CoupledUse use) {
  test::RandomField field{{}, source, target};
  field.settings.period = period;
  field.settings.use = use;
  field.settings.regridding.kind = Regridding::none;
  set.add_field(field, FieldShape::scalar, 8);
}

std::int64_t run(const CoupledSet& set, const std::string& method = "p2p") {
  test::SlowCoupling slow(set);
  test::HowToRun how;
  how.method = method;
  return test::run_set(set, slow, how);
}

TEST(Coupler, random_components_use_the_values_of_a_slow_reference) {
  const test::SetCounts counts = test::run_random_sets(20, 1);
  EXPECT_EQ(counts.n_run, 20);
  EXPECT_GT(counts.n_restarted, 2);
  EXPECT_GT(counts.n_regridded, 5);
  EXPECT_GT(counts.n_for_ever + counts.n_without_first + counts.n_without_slots, 2);
  EXPECT_GT(counts.n_compared, 1000);
}

// Each kind of regridding with each answer to missing sources, for numbers, vectors and directions of float
// and double, on two grids that have points out of use and overlap in part.
TEST(Coupler, all_regriddings_in_the_plane) {
  std::mt19937 random(7);
  CoupledSet set;
  set.job.components = {{{10, 20}, false}, {{10, 20}, false}};
  set.job.n_slot = 2;
  while (set.grids.size() < 2) set.grids.push_back(test::make_plane_grid(random, true));
  for (const auto& [kind_name, kind] : regridding_names)
    for (const NoSource no_source : {NoSource::nearest, NoSource::value})
      for (const auto& [shape_name, shape] : field_shapes) {
        if (kind == Regridding::none) continue;  // below
        test::RandomField field{{}, int(kind) % 2, 1 - int(kind) % 2};
        field.settings.period = 10;
        field.settings.regridding = {kind, std::to_string(set.shapes.size()), no_source, -2.5};
        set.add_field(field, shape, no_source == NoSource::value ? 4 : 8);
        if (shape != FieldShape::direction) set.factors.back() = 1000.0;
        if (field.source == 0)
          set.job.fields.back().settings.lag = 10, set.job.fields.back().settings.first = 0.5;
        const int f = int(set.shapes.size()) - 1;
        set.matrices.back() = test::make_random_matrix(random, set.grids[std::size_t(field.source)],
                                                       set.grids[std::size_t(field.target)]);
        int n_sum = 0, n_one = 0, n_fill = 0, n_unused = 0;
        for (const test::SlowRow& row : set.rows(f).rows)
          ++(!row.is_used               ? n_unused
             : row.entries.size() > 1   ? n_sum
             : row.entries.size() == 1u ? n_one
                                        : n_fill);
        EXPECT_GT(n_unused, 1);
        EXPECT_EQ(n_sum > 1, kind != Regridding::nearest) << kind_name;
        EXPECT_GT(n_one, kind == Regridding::nearest || no_source == NoSource::nearest ? 1 : -1) << kind_name;
        EXPECT_EQ(n_fill > 1, kind != Regridding::nearest && no_source == NoSource::value) << kind_name;
      }
  EXPECT_GT(run(set), 1000);
}

TEST(Coupler, points_out_of_use_on_the_same_grid) {
  CoupledSet set;
  set.job.components = {{{10, 20}, false}, {{10, 20}, false}};
  set.grids = test::make_like_grids(2, 30);
  for (std::size_t i = 0; i < 30; ++i)
    set.grids[0].mask.push_back(i % 3 > 0), set.grids[1].mask.push_back(i % 4 > 0);
  for (const auto& [shape_name, shape] : field_shapes) {
    add_field(set, 0, 1, 10, CoupledUse::linear);
    set.shapes.back() = shape;
    set.job.fields.back().settings.regridding = {Regridding::none, "", NoSource::value, 0.75};
  }
  EXPECT_GT(run(set), 30);
}

// c2 waits for c0, which waits for c1, which waits for room to give to c2 what that uses in the same step.
TEST(Coupler, a_target_receives_all_that_its_step_uses_while_it_waits_for_one_field) {
  if (world().size() < 3) return;
  CoupledSet set;
  set.job.components = {{{40, 80}, true}, {{10, 80}, false}, {{10, 80}, false}};
  set.grids = test::make_like_grids(3, 20000);  // more than MPI sends before the receiver asks for it
  add_field(set, 0, 2, 40, CoupledUse::previous);
  add_field(set, 1, 2, 10, CoupledUse::linear);
  add_field(set, 1, 2, 40, CoupledUse::next);
  add_field(set, 1, 0, 40, CoupledUse::next);
  EXPECT_GT(run(set), 0);
}

// All processes begin each step together, so that each value has been given a step before it is used.
TEST(Coupler, nobody_waits_for_what_a_lag_allows) {
  const Communicator ranks = world().split(test::is_air() ? 1 : 2, world().rank());
  test::SideOfPair side(test::PairOfTest(), ranks);
  std::vector<CouplingWait> waits;
  side.run([&](int) {
    world().barrier();
    waits = side.coupler.waits();
  });
  for (const CouplingWait& wait : waits) EXPECT_EQ(wait.n_wait, 0) << wait.other << " " << wait.field;
}

TEST(Coupler, counts_waits_for_a_slow_source) {
  const Communicator ranks = world().split(test::is_air() ? 1 : 2, world().rank());
  test::PairOfTest pair;
  pair.settings.fields[0].lag = 0;
  test::SideOfPair side(pair, ranks);
  side.run([](int step) {
    if (test::is_air() && step % 4 == 3) std::this_thread::sleep_for(std::chrono::milliseconds(70));
  });
  std::int64_t n_wait = 0;
  for (const CouplingWait& wait : side.coupler.waits())
    if (wait.other == "air" && wait.field == "wind") n_wait += wait.n_wait;
  EXPECT_EQ(n_wait > 0, !test::is_air());
  EXPECT_TRUE(test::is_air() || side.coupler.work().looking > 0.0);
}

TEST(Coupler, work_is_a_part_of_the_cpu_time) {
  const Communicator ranks = world().split(test::is_air() ? 1 : 2, world().rank());
  test::PairOfTest pair;
  pair.n_column = 3000;
  test::SideOfPair side(pair, ranks);
  const double begin = thread_cpu_seconds();
  side.run();
  const double all = thread_cpu_seconds() - begin;
  const CouplingWork work = side.coupler.work();
  const bool has_points = side.grid.n_point() > 0;
  EXPECT_EQ(work.giving > 0.0, has_points);
  EXPECT_EQ(work.regridding > 0.0, has_points);
  EXPECT_EQ(work.taking > 0.0, has_points);
  EXPECT_GT(work.messages, 0.0);
  EXPECT_LE(work.giving + work.messages + work.regridding + work.taking, all);
}

// The air puts the seconds since its start once; they go to the sea as they are, and as their mean.
TEST(Coupler, gives_a_field_under_two_names) {
  const Communicator ranks = world().split(test::is_air() ? 1 : 2, world().rank());
  test::PairOfTest pair;
  CoupledFieldSettings mean = pair.settings.fields[0];
  mean.name = mean.target_field = "mean_wind";
  mean.source_field = "wind";
  mean.statistic = CoupledStatistic::mean;
  mean.period = 20;
  mean.lag = 0;
  pair.settings.fields.push_back(mean);
  pair.sea_takes.push_back({"mean_wind", "m s-1"});
  test::SideOfPair side(pair, ranks);
  side.coupler.connect(side.grid);
  for (int seconds = 0; seconds <= 100; seconds += 10) {
    for (double& value : side.values) value = seconds;
    side.put_all();
    side.coupler.send();
    if (seconds == 100) break;
    side.get(side.coupler.now());
    if (!test::is_air()) {
      for (const double value : side.values) EXPECT_EQ(value, seconds == 0 ? 0.5 : seconds - 10);
      side.coupler.get<double>("mean_wind", {View<double>{side.values.data(), side.values.size()}},
                               side.coupler.now());
      const int due = seconds / 20 * 20;
      for (const double value : side.values) EXPECT_EQ(value, due == 0 ? 0.5 : due - 5);
    }
    side.coupler.advance();
  }
  side.coupler.finish();
}

}  // namespace
}  // namespace groundswell
