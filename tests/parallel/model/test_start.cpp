// SPDX-License-Identifier: Apache-2.0
// What a forecast shows before its first step: the sea that it starts from, under the wind that blows then.
#include <gtest/gtest.h>
#include <mpi.h>

#include "comm/communicator.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"

namespace groundswell {
namespace {

TEST(Start, ShowsTheFrictionVelocityAndTheWindSea) {
  RunConfig config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02";
  config.time.step = 1800;
  config.mesh.kind = "icosahedral";
  config.mesh.bisections = 2;  // 162 cells
  config.forcing.wind.kind = WindKind::constant;
  config.forcing.wind.speed = 15.0;
  config.initial.kind = "jonswap";
  const Communicator world(MPI_COMM_WORLD);
  Model model(config, world, make_model_mesh(config.mesh));
  const Diagnostics& fields = model.diagnose({"phs0"});
  const View<const float> ustar = fields.field("ust"), wind_sea = fields.field("phs0");
  for (int cell = 0; cell < model.local().n_owned; ++cell) {
    EXPECT_GT(ustar[cell], 0.5f);  // a drag of 1.1e-3 to 4e-3
    EXPECT_LT(ustar[cell], 0.95f);
    EXPECT_GT(wind_sea[cell], 0.9f * fields.height()[cell]);
  }
}

}  // namespace
}  // namespace groundswell
