// SPDX-License-Identifier: Apache-2.0
// After the first hour, physically impossible seas end the run on every rank with the same message, which
// names cell, place and cause.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell {
namespace {

ModelSettings calm_globe(double depth) {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02";
  config.time.step = 600;
  config.check_interval = 600;
  config.mesh.kind = MeshKind::icosahedral;
  config.mesh.bisections = 2;  // 162 cells
  config.mesh.depth = depth;
  config.spectrum.n_dir = 12;
  config.spectrum.n_freq = 30;
  config.physics.whitecapping = config.physics.depth_breaking = false;
  return config;
}

// Puts waves into one cell before each step until an error ends the run; returns its message on this rank.
std::string sentence_after(const ModelSettings& config, double height, double period) {
  const Communicator world(MPI_COMM_WORLD);
  Model model(config, world, make_model_mesh(config.mesh, world));
  const auto sea =
      make_action(model.grid(), make_jonswap_spectrum(make_jonswap_from_height(height, 1.0 / period), 0.0));
  for (int step = 1; step <= 7; ++step) {
    for (int cell = 0; cell < model.local().n_owned; ++cell)
      if (model.local().global_cell[std::size_t(cell)] == 40)
        std::copy(sea.begin(), sea.end(), model.state().action.row(std::size_t(cell)));
    try {
      model.step();
    } catch (const Error& error) {
      return std::to_string(step) + ": " + error.what();
    }
  }
  return "";
}

void expect_ended(const std::string& said, const std::vector<std::string>& words) {
  EXPECT_EQ(said.substr(0, 3), "7: ") << "ended within the first hour, or not at all: " << said;
  for (const std::string& word : words)
    EXPECT_NE(said.find(word), std::string::npos) << word << " in: " << said;
}

TEST(SeaChecks, EndARunWhoseSeaIsTooSteep) {
  expect_ended(sentence_after(calm_globe(4000.0), 12.0, 3.0),
               {"too steep", "cell ", " E, ", "Hs/L", "0.25", "whitecapping"});
}

TEST(SeaChecks, EndARunWhoseSeaIsTooHighForItsDepth) {
  expect_ended(sentence_after(calm_globe(2.0), 9.0, 14.0),
               {"too high for its depth", "over 2 m", "depth_breaking"});
}

TEST(SeaChecks, EndARunWhoseSeaIsTooHighForLessThanAMetre) {
  ModelSettings config = calm_globe(0.8);
  config.physics.bottom_friction = false;
  expect_ended(sentence_after(config, 3.0, 14.0), {"too high for its depth", "over 0.8 m", "depth_breaking"});
}

TEST(SeaChecks, BlameTheWindForASeaAbove40Metres) {
  ModelSettings config = calm_globe(4000.0);
  EXPECT_NE(sentence_after(config, 50.0, 18.0).find("max_source_step"), std::string::npos);
  config.forcing.wind.kind = WindKind::constant;
  config.forcing.wind.speed = 70.0;
  const std::string said = sentence_after(config, 50.0, 18.0);
  for (const char* words : {"above 40 m", "The wind there is 70 m s-1", "its unit", "physics.max_drag"})
    EXPECT_NE(said.find(words), std::string::npos) << words << " in: " << said;
}

TEST(SeaChecks, LetAHighSeaPass) {
  EXPECT_EQ(sentence_after(calm_globe(4000.0), 15.0, 16.0), "");
}

}  // namespace
}  // namespace groundswell
