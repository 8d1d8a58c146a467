// SPDX-License-Identifier: Apache-2.0
// The water of a run follows its forcing: a steady water level gives the same result as a deeper sea from the
// first step on, and cells under ice hold no waves until the ice goes.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "comm/communicator.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "support/gather_cells.hpp"
#include "support/globe_runs.hpp"

namespace groundswell {
namespace {

ModelSettings make_shallow_globe() {
  ModelSettings config = test::make_windy_globe();
  config.mesh.sphere_radius = 5e5;
  config.mesh.depth = 60.0;
  config.spectrum.n_dir = 12;
  config.spectrum.n_freq = 12;
  return config;
}

std::vector<float> bins_after(const ModelSettings& config, int n_step) {
  const Communicator world(MPI_COMM_WORLD);
  Model model(config, world, make_model_mesh(config.mesh, world));
  for (int step = 0; step < n_step; ++step) model.step();
  return test::gather_cells(model.domain().communicator, model.local(), model.state().action);
}

TEST(Water, SteadyLevelIsTheSameAsADeeperSea) {
  ModelSettings raised = make_shallow_globe();
  raised.mesh.depth = 35.0;
  raised.forcing.water_level.kind = ScalarKind::constant;
  raised.forcing.water_level.value = 25.0;
  const std::vector<float> expected = bins_after(make_shallow_globe(), 2), actual = bins_after(raised, 2);
  ASSERT_EQ(actual.size(), expected.size());
  EXPECT_EQ(std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(float)), 0);
}

// Ice over the northern hemisphere from 01:00 to 02:00.
class NorthernIce : public DatedSource {
 public:
  NorthernIce(const LocalMesh& local, const DateTime& start) : start_(start) {
    for (int cell = 0; cell < local.n_owned; ++cell) north_.push_back(local.mesh.lat_cell[cell] > 0.0);
  }
  void supply(const DateTime& now, std::span<const View<float>> values) override {
    const bool frozen = now - start_ >= 3600 && now - start_ <= 7200;
    for (std::size_t cell = 0; cell < north_.size(); ++cell)
      values[0][cell] = frozen && north_[cell] ? 0.9f : 0.0f;
  }

 private:
  DateTime start_;
  std::vector<bool> north_;
};

// The largest action density of any bin in the northern and in the southern hemisphere.
struct Largest {
  float north, south;
};

Largest find_largest(const Model& model) {
  Largest largest{0.0f, 0.0f};
  const LocalMesh& local = model.local();
  for (int cell = 0; cell < local.n_owned; ++cell) {
    const float* bins = model.state().action.row(std::size_t(cell));
    float& value = local.mesh.lat_cell[cell] > 0.0 ? largest.north : largest.south;
    value = std::max(value, *std::max_element(bins, bins + model.grid().n_bin()));
  }
  const Communicator& communicator = model.domain().communicator;
  return {communicator.max(largest.north), communicator.max(largest.south)};
}

TEST(Water, HoldsNoWavesUnderIce) {
  const Communicator world(MPI_COMM_WORLD);
  const ModelSettings config = make_shallow_globe();
  ModelSources given;
  given.ice = [&](const LocalMesh& local) { return std::make_unique<NorthernIce>(local, config.start()); };
  Model model(config, world, make_model_mesh(config.mesh, world), given);
  for (int step = 1; step <= 6; ++step) {
    model.step();
    const bool frozen = step >= 2 && step <= 5;  // if half of the step has ice
    const Largest largest = find_largest(model);
    EXPECT_GT(largest.south, 0.0f) << "step " << step;
    EXPECT_EQ(largest.north > 0.0f, !frozen) << "step " << step;
  }
}

TEST(Water, HoldsNoWavesUnderIceFromTheStart) {
  const Communicator world(MPI_COMM_WORLD);
  ModelSettings config = make_shallow_globe();
  config.forcing.ice.kind = ScalarKind::constant;
  config.forcing.ice.value = 0.5;
  const Model model(config, world, make_model_mesh(config.mesh, world));
  const Largest largest = find_largest(model);
  EXPECT_EQ(largest.north, 0.0f);
  EXPECT_EQ(largest.south, 0.0f);
}

}  // namespace
}  // namespace groundswell
