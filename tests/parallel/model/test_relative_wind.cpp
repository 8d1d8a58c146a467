// SPDX-License-Identifier: Apache-2.0
// The wind that drives waves is relative to the moving water; output has the wind as given.
#include <gtest/gtest.h>
#include <mpi.h>

#include "comm/communicator.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"

namespace groundswell {
namespace {

// A sea without coasts or propagation, six hours under a wind along x over a current along x [m s-1].
class MovingSea {
 public:
  MovingSea(double wind, double current, bool relative) : model_(make(wind, current, relative)) {
    for (int step = 0; step < 36; ++step) model_.step();
  }
  float height() { return model_.diagnose({}).height()[0]; }
  float field(const std::string& name) { return model_.diagnose({name}).field(name)[0]; }

 private:
  static Model make(double wind, double current, bool relative) {
    ModelSettings config;
    config.time.start = "2000-01-01";
    config.time.end = "2000-01-02";
    config.mesh.kind = MeshKind::strip;
    config.mesh.length = 12;
    config.with_propagation = false;
    config.forcing.wind.kind = WindKind::constant;
    config.forcing.wind.speed = wind;
    if (current > 0.0) config.forcing.current.kind = CurrentKind::constant;
    config.forcing.current.speed = current;
    config.forcing.current.to_degree = 90.0;
    config.forcing.relative_wind = relative;
    return Model(config, Communicator(MPI_COMM_WORLD),
                 make_model_mesh(config.mesh, Communicator(MPI_COMM_WORLD)));
  }

  Model model_;
};

TEST(RelativeWind, GivesWhatStillWaterGives) {
  MovingSea moving(14.0, 2.0, true), still(12.0, 0.0, true);
  EXPECT_NEAR(moving.height() / still.height(), 1.0, 1e-5);
  EXPECT_NEAR(moving.field("ust") / still.field("ust"), 1.0, 1e-5);
  EXPECT_NEAR(moving.field("uwnd"), 14.0, 1e-5);
  EXPECT_NEAR(moving.field("ucur"), 2.0, 1e-5);
}

TEST(RelativeWind, CanBeSwitchedOff) {
  MovingSea moving(14.0, 2.0, false), still(14.0, 0.0, true);
  EXPECT_EQ(moving.height(), still.height());
}

}  // namespace
}  // namespace groundswell
