// SPDX-License-Identifier: Apache-2.0
// Waves that enter through open boundaries keep their geographic direction in both charts of directions, at
// any longitude, and may differ along a boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/constants.hpp"
#include "model/model.hpp"
#include "support/band_mesh.hpp"
#include "support/gather_cells.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

ModelSettings make_entering_waves(double from_degree) {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02";
  config.time.step = 1800;
  config.with_sources = false;
  config.boundary.kind = BoundaryKind::jonswap;
  config.boundary.sea.direction = from_degree;
  config.boundary.sea.cosine_power = 60.0;
  return config;
}

// The largest difference [degree] between the mean direction in cells with waves and the direction of the
// entering waves.
double largest_turn(const ModelSettings& config, const Mesh& band, int& n_cell) {
  Model model(config, test::world(), band);
  for (int step = 0; step < 4; ++step) model.step();
  const Diagnostics& fields = model.diagnose({"dir"});
  double largest = 0.0;
  n_cell = 0;
  for (int cell = 0; cell < model.local().n_owned; ++cell) {
    if (fields.height()[cell] < 0.3f) continue;
    ++n_cell;
    const double turn = fields.field("dir")[cell] / degree - (270.0 - config.boundary.sea.direction);
    largest = std::max(largest, std::abs(std::remainder(turn, 360.0)));
  }
  return largest;
}

struct Band {
  double south, north, from;
};

TEST(OpenBoundary, WavesEnterInTheirGeographicDirection) {
  // Waves enter through boundaries near 59N, 61N and 61S and stay in one chart of directions or pass into the
  // other.
  for (const Band& band : {Band{45.0, 59.0, 15.0}, Band{45.0, 61.5, 15.0}, Band{61.0, 75.0, 195.0},
                           Band{-61.5, -45.0, 165.0}, Band{-75.0, -61.0, 345.0}}) {
    int n_cell = 0;
    const double turn =
        largest_turn(make_entering_waves(band.from), test::make_band(band.south, band.north), n_cell);
    EXPECT_LT(turn, 6.0) << band.south << " to " << band.north;
    EXPECT_GE(test::world().sum(std::int64_t(n_cell)), 25) << band.south << " to " << band.north;
  }
}

TEST(OpenBoundary, DiffersFromBoxToBox) {
  PlanarHexSettings hexagons;
  hexagons.nx = 12, hexagons.ny = 12, hexagons.spacing = 10e3;
  Mesh mesh = make_planar_hex_mesh(hexagons);
  mesh.depth_cell.assign(std::size_t(mesh.n_cell), 4000.0);
  ModelSettings config = make_entering_waves(270.0);
  config.time.step = 600;
  config.boundary.sea.height = 0.0;
  config.boundary.boxes = {{-20e3, 2e3, 30e3, 70e3, {2.0, 10.0, 270.0, 60.0}},
                           {-20e3, 2e3, 70e3, 200e3, {4.0, 10.0, 270.0, 60.0}}};
  Model model(config, test::world(), mesh);
  for (int step = 0; step < 12; ++step) model.step();
  const View<const float> height = model.diagnose({}).height();
  const std::vector<float> all =
      test::gather_cells(test::world(), model.local(), std::span<const float>(height.data, height.size));
  if (test::world().rank() > 0) return;
  EXPECT_LT(all[0], 0.05f);            // y = 0: nothing enters
  EXPECT_NEAR(all[6 * 12], 2.0, 0.1);  // y = 52 km
  EXPECT_NEAR(all[10 * 12], 4.0, 0.2);
  EXPECT_LT(all[12 * 12 - 1], 3.0f);  // nothing comes from the east
}

// A source provided by the caller: the energy of all bins is proportional to the time since the start.
class Rising : public DatedBoundary {
 public:
  Rising(DateTime start, std::vector<std::int64_t>& asked) : start_(start), asked_(asked) {}
  void supply(const DateTime& now, const Rows<float>& spectra) override {
    asked_.push_back(now - start_);
    for (std::size_t i = 0; i < spectra.n_row; ++i)
      std::fill_n(spectra.row(i), spectra.n_col, 1e-6f * float(now - start_));
  }

 private:
  DateTime start_;
  std::vector<std::int64_t>& asked_;
};

TEST(OpenBoundary, TakesASourceFromElsewhereAtTheMiddleOfEachStep) {
  ModelSettings config = make_entering_waves(0.0);
  config.boundary.kind = BoundaryKind::absorbing;
  std::vector<std::int64_t> asked;
  ModelSources given;
  given.boundary = [&](const OpenEdges&, const SpectralGrid&) {
    return std::make_unique<Rising>(config.start(), asked);
  };
  Model model(config, test::world(), test::make_band(45.0, 59.0), given);
  for (int step = 0; step < 3; ++step) model.step();
  EXPECT_EQ(asked, (std::vector<std::int64_t>{0, 900, 2700, 4500}));
  const View<const float> height = model.diagnose({}).height();
  const double highest = test::world().max(*std::max_element(height.begin(), height.end()));
  EXPECT_GT(highest, 0.01);
}

TEST(OpenBoundary, RefusesABoxOfNegativeWidth) {
  ModelSettings config = make_entering_waves(270.0);
  config.boundary.boxes = {{20.0, 10.0, 0.0, 1.0, {}}};
  try {
    const Model model(config, test::world(), test::make_band(45.0, 59.0));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("from west 20 to east 10"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace groundswell
