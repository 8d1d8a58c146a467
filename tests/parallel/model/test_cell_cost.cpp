// SPDX-License-Identifier: Apache-2.0
// Costs of cells: measured in a run, written in the order of the mesh, read in blocks, refused if the file is
// that of another mesh.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "files/netcdf_reader.hpp"
#include "model/cell_cost.hpp"
#include "model/checksum.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "support/globe_runs.hpp"
#include "support/netcdf_file.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::world;

class CellCostTest : public testing::Test {
 protected:
  CellCostTest() {
    int process = getpid();  // that of rank 0, because tests may run at the same time
    world().broadcast(process, 0);
    path_ = std::filesystem::temp_directory_path() / text("groundswell_cell_cost_", process, ".nc");
  }
  ~CellCostTest() override { remove(); }
  void remove() {
    world().barrier();
    if (world().rank() == 0) std::filesystem::remove(path_);
    world().barrier();
  }
  Block block(std::int64_t n) const { return make_block(n, world().rank(), world().size()); }

  std::filesystem::path path_;
};

// Three steps have the same bits without a cost file, with a file that they write, and with cells distributed
// by the costs in it.
TEST_F(CellCostTest, AMeasuredRunHasTheSameBitsAndLeavesTheCostOfEachCell) {
  ModelSettings config = test::make_windy_globe();
  const auto run = [&](bool writes) {
    Model model(config, world(), make_model_mesh(config.mesh, world()));
    for (int i = 0; i < 3; ++i) model.step();
    if (writes)
      write_cell_cost(path_, model.domain().communicator, model.local(), model.measures().cost, 2.0);
    return test::checksum_of(model);
  };
  const std::uint64_t expected = run(false);
  config.parallel.cost_file = path_;
  EXPECT_EQ(run(true), expected);
  const std::vector<double> costs = NetcdfReader(path_).read<double>("cell_cost");
  EXPECT_EQ(costs.size(), 162u);
  EXPECT_NEAR(std::reduce(costs.begin(), costs.end()) / double(costs.size()), 1.0, 0.05);
  for (const double cost : costs) EXPECT_GT(cost, 0.0);
  EXPECT_EQ(run(true), expected);
}

// Made-up costs are read back, scaled to a mean of 1, whichever rank owned the cells.
TEST_F(CellCostTest, IsWrittenInTheOrderOfTheMesh) {
  const ModelSettings config = test::make_windy_globe();
  const Model model(config, world(), make_model_mesh(config.mesh, world()));
  const LocalMesh& local = model.local();
  CellCost cost(local.n_owned, true);
  for (int cell = 0; cell < local.n_owned; ++cell)
    cost.seconds()[std::size_t(cell)] = 1.0 + double(local.global_cell[std::size_t(cell)]);
  const double seconds = std::reduce(cost.seconds().begin(), cost.seconds().end());
  write_cell_cost(path_, model.domain().communicator, local, cost, seconds);
  const std::vector<double> mine = read_cell_cost(path_, block(162), 162);
  ASSERT_EQ(std::int64_t(mine.size()), block(162).size());
  for (std::size_t i = 0; i < mine.size(); ++i)
    EXPECT_NEAR(mine[i], (1.0 + double(block(162).begin + std::int64_t(i))) / 81.5, 1e-12);
}

// Measured steps determine how a rank's time is divided among its cells, not how much time that is.
TEST_F(CellCostTest, TheTimeOfARankIsThatOfAllSteps) {
  const ModelSettings config = test::make_windy_globe();
  const Model model(config, world(), make_model_mesh(config.mesh, world()));
  const LocalMesh& local = model.local();
  CellCost cost(local.n_owned, true);
  std::ranges::fill(cost.seconds(), 1.0 + world().rank());  // misleading: all cells really take the same time
  write_cell_cost(path_, model.domain().communicator, local, cost, 0.25 * local.n_owned);
  for (const double mine : read_cell_cost(path_, block(162), 162)) EXPECT_NEAR(mine, 1.0, 1e-12);
}

TEST_F(CellCostTest, OtherFilesAreRefused) {
  EXPECT_TRUE(read_cell_cost("", block(162), 162).empty());
  EXPECT_TRUE(read_cell_cost(path_, block(162), 162).empty());
  const ModelSettings config = test::make_windy_globe();
  const Model model(config, world(), make_model_mesh(config.mesh, world()));
  CellCost cost(model.local().n_owned, true);
  std::ranges::fill(cost.seconds(), 1.0);
  write_cell_cost(path_, model.domain().communicator, model.local(), cost, 1.0);
  const std::string other_mesh = test::message_of([&] { read_cell_cost(path_, block(642), 642); });
  EXPECT_NE(other_mesh.find("does not have the costs of 642 cells"), std::string::npos) << other_mesh;
}

// Waves of 0.05 Hz are 624 m long: they feel a bottom that is less than 312 m deep.
TEST_F(CellCostTest, TheEstimateTellsShallowFromDeepCells) {
  const std::vector<double> depths{5.0, 311.0, 313.0, 4000.0};
  EXPECT_EQ(estimate_cell_cost(depths, {}, 0.05), (std::vector<double>{1.5, 1.5, 1.0, 1.0}));
  const std::vector<std::uint8_t> iced{0, 1, 0, 1};
  EXPECT_EQ(estimate_cell_cost(depths, iced, 0.05), (std::vector<double>{1.5, 0.25, 1.0, 0.25}));
}

// Ice north of the equator on 1 January, and none on the days before and after.
void write_ice(const std::filesystem::path& path) {
  std::vector<double> ice;
  for (const double most : {0.0, 0.9, 0.0})
    for (int row = 0; row < 19; ++row) ice.insert(ice.end(), 36, row > 9 ? most : 0.0);
  std::vector<double> lat(19), lon(36);
  for (std::size_t row = 0; row < lat.size(); ++row) lat[row] = -90.0 + 10.0 * double(row);
  for (std::size_t column = 0; column < lon.size(); ++column) lon[column] = 10.0 * double(column);
  test::NetcdfFile(path)
      .dimension("time", 3)
      .dimension("lat", lat.size())
      .dimension("lon", lon.size())
      .variable("time", NC_DOUBLE, {"time"})
      .attribute("units", "days since 1999-12-31 00:00")
      .variable("lat", NC_DOUBLE, {"lat"})
      .variable("lon", NC_DOUBLE, {"lon"})
      .variable("ice", NC_FLOAT, {"time", "lat", "lon"})
      .put("time", {0.0, 1.0, 2.0})
      .put("lat", lat)
      .put("lon", lon)
      .put("ice", ice);
}

TEST_F(CellCostTest, CellsUnderTheIceOfTheFirstDateCountForLittle) {
  ModelSettings config = test::make_windy_globe();
  config.mesh.bisections = 3;
  config.forcing.ice.kind = ScalarKind::file;
  config.forcing.ice.file.files = {path_};
  config.forcing.ice.file.variable = "ice";
  run_on_root(world(), 0, [&] { write_ice(path_); });
  const MeshBlocks blocks = make_model_mesh(config.mesh, world());
  const std::vector<double>& lat = blocks.rows.lat_cell;
  const std::vector<std::uint8_t> iced =
      find_iced_cells(config.forcing, {blocks.rows.lon_cell, lat}, config.start(), world());
  ASSERT_EQ(iced.size(), lat.size());
  for (std::size_t cell = 0; cell < lat.size(); ++cell)
    if (std::abs(lat[cell]) > 0.15) {
      EXPECT_EQ(iced[cell], lat[cell] > 0.0);
    }
  // A cell under ice counts as a quarter of an open one.
  const Model model(config, world(), make_model_mesh(config.mesh, world()));
  double load = 0.0;
  for (int cell = 0; cell < model.local().n_owned; ++cell)
    load += model.local().mesh.lat_cell[cell] > 0.0 ? 0.25 : 1.0;
  EXPECT_NEAR(load * world().size() / (642 * 0.625), 1.0, 0.15);
}

TEST_F(CellCostTest, WithoutAFileOfIceNothingIsRead) {
  const ModelSettings config = test::make_windy_globe();
  EXPECT_TRUE(find_iced_cells(config.forcing, {}, config.start(), world()).empty());
}

}  // namespace
}  // namespace groundswell
