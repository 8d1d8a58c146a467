// SPDX-License-Identifier: Apache-2.0
// Fields of the surface on a globe, including cells near the poles, whose frames are turned.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "model/model.hpp"
#include "model/model_fields.hpp"
#include "model/model_mesh.hpp"
#include "support/globe_runs.hpp"

namespace groundswell {
namespace {

class SurfaceFields : public testing::Test {
 protected:
  SurfaceFields() : world_(MPI_COMM_WORLD) {}
  Model make(bool with_sources) {
    ModelSettings config = test::make_windy_globe();
    config.with_sources = with_sources;
    return Model(config, world_, make_model_mesh(config.mesh, world_));
  }
  static bool offers(Model& model, std::string_view name) {
    const std::vector<std::string> names = model.diagnose({}).names();
    return std::ranges::find(names, name) != names.end();
  }
  Communicator world_;
};

TEST_F(SurfaceFields, FrictionVelocityRunsAlongTheWind) {
  Model model = make(true);
  for (int step = 0; step < 3; ++step) model.step();
  const Diagnostics& fields = model.diagnose({"uust", "vust"});
  const auto u = fields.field("uust"), v = fields.field("vust"), ust = fields.field("ust"),
             taw = fields.field("taw"), wind_u = fields.field("uwnd"), wind_v = fields.field("vwnd");
  for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); ++cell) {
    EXPECT_NEAR(std::hypot(u[cell], v[cell]), ust[cell], 1e-6 * ust[cell]);
    const double wind = std::hypot(wind_u[cell], wind_v[cell]);
    EXPECT_NEAR(u[cell], ust[cell] * wind_u[cell] / wind, 1e-6);
    EXPECT_NEAR(v[cell], ust[cell] * wind_v[cell] / wind, 1e-6);
    EXPECT_GT(taw[cell], 0.0f);
    EXPECT_LT(taw[cell], 1.01f * ust[cell] * ust[cell]);
  }
}

TEST_F(SurfaceFields, SourceIntegralsAreThoseOfTheBalance) {
  for (const auto& [name, package] : physics_packages) {
    ModelSettings config = test::make_windy_globe();
    config.physics.package = package;
    Model model(config, world_, make_model_mesh(config.mesh, world_));
    for (int step = 0; step < 3; ++step) model.step();
    const Diagnostics& fields = model.diagnose(
        {"wind_input_rate", "nonlinear_transfer_rate", "whitecapping_rate", "swell_damping_rate"});
    for (int cell = 0; cell < model.local().n_owned; cell += 7) {
      const SourceBalance balance = model.balance(cell);
      const auto expect_sum = [&](const char* field, std::initializer_list<const char*> terms) {
        double sum = 0.0, moved = 0.0;
        for (const char* term : terms)
          for (std::size_t bin = 0; bin < balance[term].size(); ++bin) {
            const double weight = water_density * gravity * model.grid().direction_width() *
                                  model.grid().frequency_width()[bin / std::size_t(model.grid().n_dir())];
            sum += weight * balance[term][bin];
            moved += weight * std::abs(balance[term][bin]);
          }
        EXPECT_NEAR(fields.field(field)[std::size_t(cell)], sum, 1e-4 * moved) << name << field << cell;
        return sum;
      };
      EXPECT_GT(expect_sum("wind_input_rate", {"wind_input", "linear_input"}), 0.1);
      expect_sum("nonlinear_transfer_rate", {"nonlinear_transfer"});
      EXPECT_LT(expect_sum("whitecapping_rate", {"whitecapping", "cumulative_breaking"}), -0.1);
      const double damping = expect_sum("swell_damping_rate", {"swell_damping", "air_damping"});
      EXPECT_EQ(damping < -0.01, package == PhysicsPackage::st4) << damping;
    }
  }
}

// The Charnock parameter is larger with waves than without, and yields the wind's logarithmic profile if no
// bound acts.
TEST_F(SurfaceFields, CharnockBelongsToTheProfileOfTheWind) {
  for (const auto& [name, package] : physics_packages) {
    ModelSettings config = test::make_windy_globe();
    config.physics.package = package;
    Model model(config, world_, make_model_mesh(config.mesh, world_));
    for (int step = 0; step < 3; ++step) model.step();
    const Diagnostics& fields = model.diagnose({"cha"});
    const auto cha = fields.field("cha"), ust = fields.field("ust"), u = fields.field("uwnd"),
               v = fields.field("vwnd");
    int n_free = 0;
    for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); ++cell) {
      const double wind = std::hypot(u[cell], v[cell]), most = std::min(0.11, 0.02 + 0.01 * wind);
      const double z0 = cha[cell] * double(ust[cell]) * ust[cell] / gravity;
      EXPECT_LE(cha[cell], float(most));
      if (package != PhysicsPackage::wam3) {
        EXPECT_GT(cha[cell], package == PhysicsPackage::st4 ? 0.0094f : 0.0099f) << cell;
      }
      if (cha[cell] > 0.999 * most) continue;
      EXPECT_NEAR(ust[cell] / von_karman * std::log(10.0 / z0), wind, 1e-3 * wind) << cell;
      ++n_free;
    }
    EXPECT_GT(n_free, 10) << name;
  }
}

// With wind, current, water level and ice, every known field can be computed.
TEST_F(SurfaceFields, AreAllThatAreKnown) {
  ModelSettings config = test::make_windy_globe();
  config.forcing.current.kind = CurrentKind::constant;
  config.forcing.water_level.kind = config.forcing.ice.kind = ScalarKind::constant;
  config.parameters.stokes_depths.assign(n_stokes_depth, 3.0);
  Model model(config, world_, make_model_mesh(config.mesh, world_));
  for (const FieldInfo& info : known_fields()) EXPECT_TRUE(offers(model, info.name)) << info.name;
}

TEST_F(SurfaceFields, StokesDriftBelowIsOfTheStatedDepths) {
  ModelSettings config = test::make_windy_globe();
  config.parameters.stokes_depths = {10.0, 1.0};
  Model model(config, world_, make_model_mesh(config.mesh, world_));
  EXPECT_TRUE(offers(model, "vus2"));
  EXPECT_FALSE(offers(model, "uus3"));
  const Diagnostics& fields = model.diagnose({"uuss", "vuss", "uus1", "vus1", "uus2", "vus2"});
  const auto speed = [&](const std::string& end, std::size_t cell) {
    return std::hypot(fields.field("uu" + end)[cell], fields.field("vu" + end)[cell]);
  };
  for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); ++cell) {
    EXPECT_GT(speed("s1", cell), 0.0f);
    EXPECT_GT(speed("s2", cell), 1.5f * speed("s1", cell));
    EXPECT_GT(speed("ss", cell), 1.1f * speed("s2", cell));
  }
  try {
    fields.field("uus3");
    FAIL() << "a drift was found whose depth is not stated";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("output.stokes_depths"), std::string::npos) << error.what();
  }
}

TEST_F(SurfaceFields, AreOfferedWhereTheyCanBeMade) {
  Model with = make(true), without = make(false);
  for (const SourceIntegralInfo& integral : source_integral_list) {
    EXPECT_TRUE(offers(with, integral.name)) << integral.name;
    EXPECT_FALSE(offers(without, integral.name)) << integral.name;
  }
  EXPECT_TRUE(offers(without, "uust"));
  EXPECT_FALSE(offers(without, "cha"));
}

}  // namespace
}  // namespace groundswell
