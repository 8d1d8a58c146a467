// SPDX-License-Identifier: Apache-2.0
// A run that is saved after some steps and continued in a new model, on the same or a different number of
// ranks, ends in the same state, bit for bit, as an uninterrupted one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "comm/together.hpp"
#include "model/model_mesh.hpp"
#include "parallel/restart/shared_path.hpp"
#include "parallel/same_bits/stormy_sea.hpp"
#include "support/gather_cells.hpp"
#include "support/globe_runs.hpp"

namespace groundswell {
namespace {

using test::cells_of;
using test::checksum_of;
using test::world;

std::filesystem::path saved_at(const std::filesystem::path& folder, int step) {
  return folder / ("restart_" + std::to_string(step) + ".nc");
}

// Runs from start to end, saving after the given steps; returns the checksum.
std::uint64_t run_and_save(const ModelSettings& config, const std::filesystem::path& folder,
                           const std::vector<int>& steps) {
  Model model(config, world(), make_model_mesh(config.mesh, world()));
  while (!model.at_end()) {
    model.step();
    if (std::ranges::count(steps, int(model.state().n_step)) == 0) continue;
    StateList list;
    model.list_state(list);
    write_restart(saved_at(folder, int(model.state().n_step)), model.domain().communicator, cells_of(model),
                  {{"date", model.state().now.iso()}}, list);
  }
  return checksum_of(model);
}

std::uint64_t go_on(const ModelSettings& config, const std::filesystem::path& file,
                    const Communicator& ranks) {
  Model model(config, ranks, make_model_mesh(config.mesh, ranks));
  StateList list;
  model.list_state(list);
  const RestartFile restart(file);
  restart.load(model.domain().communicator, cells_of(model), list);
  model.resume(DateTime::parse(restart.fact("date"), model.period().begin.calendar()));
  while (!model.at_end()) model.step();
  return checksum_of(model);
}

// Saves on all ranks; continues on all of them, then on the first rank alone and, at the same time, on all
// others.
void expect_same_end(const ModelSettings& config, const std::vector<int>& steps, const std::string& name) {
  const std::filesystem::path folder = test::shared_path("restart_" + name);
  run_on_root(world(), 0, [&] { std::filesystem::create_directories(folder); });
  const std::uint64_t unbroken = run_and_save(config, folder, steps);
  const Communicator group = world().split(world().rank() == 0 ? 0 : 1, world().rank());
  for (const int step : steps) {
    EXPECT_EQ(go_on(config, saved_at(folder, step), world()), unbroken) << name << " from step " << step;
    EXPECT_EQ(go_on(config, saved_at(folder, step), group), unbroken)
        << name << " from step " << step << " on " << group.size();
  }
}

// All forcing and the entering waves come from files; the start may or may not coincide with one of their
// dates.
TEST(GoOn, WithEverythingFromFiles) {
  const std::filesystem::path folder = test::shared_path("stormy_sea");
  run_on_root(world(), 0, [&] { test::write_stormy_sea(folder); });
  ModelSettings config = test::stormy_run(folder);
  expect_same_end(config, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, "stormy");
  config.time.start = "2000-01-01T00:00:00Z";
  config.time.end = "2000-01-01T09:00:00Z";
  config.time.step = 1800;
  config.propagation.scheme = FluxScheme::upwind;
  expect_same_end(config, {12}, "stormy_at_dates");
}

ModelSettings make_small_globe() {
  ModelSettings config = test::make_stormy_globe();
  config.time.end = "2000-01-01T03:00:00Z";
  config.spectrum.n_dir = 13;
  config.spectrum.n_freq = 15;
  return config;
}

TEST(GoOn, WithEveryPhysics) {
  for (const auto& [package, dissipation, limiter] : {std::array{"wam4", "wam4", "hersbach_janssen"},
                                                      {"wam4", "bja2005", "wamdi"},
                                                      {"wam4", "ecmwf2012", "ecmwf"},
                                                      {"wam3", "wam4", "hersbach_janssen"},
                                                      {"st4", "wam4", "hersbach_janssen"}}) {
    ModelSettings config = make_small_globe();
    config.physics.package = find_named(physics_packages, package).value;
    config.physics.dissipation = find_named(dissipations, dissipation).value;
    config.physics.limiter = find_named(growth_limiters, limiter).value;
    expect_same_end(config, {3}, std::string(package) + "_" + dissipation);
  }
}

// Friction that depends on the sea acts in each pass and in the source step.
TEST(GoOn, WithFrictionBySeaState) {
  ModelSettings config = make_small_globe();
  for (const auto& [word, friction] : bottom_frictions) {
    config.physics.friction = friction;
    if (friction != BottomFriction::jonswap) expect_same_end(config, {3}, "friction_" + std::string(word));
  }
}

TEST(GoOn, WithTurningWindAndWithoutPropagation) {
  ModelSettings config = make_small_globe();
  config.forcing.wind.kind = WindKind::turning;
  config.forcing.wind.turn_rate = 1e-3;
  config.forcing.wind.speed = 14.0;
  expect_same_end(config, {2}, "turning");
  config.with_propagation = false;
  expect_same_end(config, {5}, "without_propagation");
}

// The wind rises, turns and falls within the steps, so that source steps follow its change.
TEST(GoOn, FromEveryStepOfARamp) {
  ModelSettings config = make_small_globe();
  WindSettings& wind = config.forcing.wind;
  wind.kind = WindKind::turning;
  wind.steps = {{0, 5.0, 270.0}, {4000, 25.0, 270.0}, {8000, 25.0, 360.0}, {10800, 3.0, 20.0}};
  expect_same_end(config, {1, 2, 3, 4, 5}, "ramp");
}

// What the sources moved in the last step is there right after a restart, on any ranks.
TEST(GoOn, WithTheFluxesOfTheLastStep) {
  const std::vector<std::string> names{"tauax", "tauoy", "phioc", "phibt"};
  const auto fluxes_of = [&](Model& model) {
    std::vector<float> all;
    const Diagnostics& fields = model.diagnose(names);
    for (const std::string& name : names)
      std::ranges::copy(
          test::gather_cells(model.domain().communicator, model.local(),
                             std::span<const float>(fields.field(name).data, fields.field(name).size)),
          std::back_inserter(all));
    return all;
  };
  const std::filesystem::path file = test::shared_path("restart_fluxes") += ".nc";
  ModelSettings config = make_small_globe();
  config.keep_fluxes = true;
  Model model(config, world(), make_model_mesh(config.mesh, world()));
  model.step();
  model.step();
  StateList list;
  model.list_state(list);
  write_restart(file, world(), cells_of(model), {{"date", model.state().now.iso()}}, list);
  const std::vector<float> unbroken = fluxes_of(model);

  const Communicator group = world().split(world().rank() == 0 ? 0 : 1, world().rank());
  Model other(config, group, make_model_mesh(config.mesh, group));
  StateList loaded;
  other.list_state(loaded);
  RestartFile(file).load(group, cells_of(other), loaded);
  other.resume(model.state().now);
  const std::vector<float> resumed = fluxes_of(other);
  if (world().rank() > 0) return;
  EXPECT_EQ(resumed, unbroken);
  EXPECT_GT(*std::ranges::max_element(unbroken), 0.1f);
}

}  // namespace
}  // namespace groundswell
