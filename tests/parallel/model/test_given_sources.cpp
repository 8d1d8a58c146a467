// SPDX-License-Identifier: Apache-2.0
// A model with sources provided by its caller: wind, current, ice and entering waves, none of which are in
// the settings.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "base/error.hpp"
#include "model/model.hpp"
#include "parallel/restart/shared_path.hpp"
#include "support/band_mesh.hpp"
#include "support/gather_cells.hpp"
#include "support/globe_runs.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::world;

ModelSettings make_still_band() {
  ModelSettings config;
  config.time.start = "2000-01-01";
  config.time.end = "2000-01-02";
  config.time.step = 1800;
  config.spectrum.n_dir = 12;
  config.spectrum.n_freq = 15;
  return config;
}

// Values that follow from the latitude [rad] and the time of day [s].
class ByLatitude : public DatedSource {
 public:
  using Formula = std::function<float(double lat, std::int64_t seconds)>;
  ByLatitude(const LocalMesh& local, Formula formula)
      : lat_(local.mesh.lat_cell.begin(), local.mesh.lat_cell.begin() + local.n_owned),
        formula_(std::move(formula)) {}
  void supply(const DateTime& now, std::span<const View<float>> values) override {
    for (const View<float>& component : values)
      for (std::size_t cell = 0; cell < lat_.size(); ++cell)
        component[cell] = formula_(lat_[cell], now.seconds() % 86400);
  }

 private:
  std::vector<double> lat_;
  Formula formula_;
};

ModelSources::MakeForcing by_latitude(const ByLatitude::Formula& formula) {
  return [formula](const LocalMesh& local) { return std::make_unique<ByLatitude>(local, formula); };
}

// Gusts whose strength depends on all previous steps, so that it cannot be computed from the date.
class Gusts : public ForcingSource {
 public:
  void update(const TimeInterval& interval, const EndValues& values) override {
    if (interval.seconds() > 0) strength_ = 0.6 * strength_ + 3.0 + double(interval.end.seconds() % 7);
    for (float& value : values.end[0]) value = float(strength_);
    std::ranges::fill(values.end[1], 0.0f);
  }
  void list_state(StateList& list) override { list.add("gust_strength", strength_); }

 private:
  double strength_ = 12.0;
};

// Spectra that enter at all open edges; like the gusts, they depend on all previous steps.
class Swells : public BoundarySource {
 public:
  void update(const TimeInterval& interval, const Rows<float>& spectra) override {
    if (interval.seconds() > 0) energy_ = 0.9 * energy_ + 1e-7 * double(interval.seconds());
    for (std::size_t edge = 0; edge < spectra.n_row; ++edge)
      std::fill_n(spectra.row(edge), spectra.n_col, float(energy_));
  }
  void list_state(StateList& list) override { list.add("swell_energy", energy_); }

 private:
  double energy_ = 0.0;
};

ModelSources make_sources() {
  ModelSources given;
  given.wind = [](const LocalMesh&) { return std::make_unique<Gusts>(); };
  given.current = by_latitude([](double lat, std::int64_t) { return float(0.5 * lat); });
  given.ice = by_latitude(
      [](double lat, std::int64_t seconds) { return lat > 0.95 && seconds >= 3600 ? 0.9f : 0.0f; });
  given.boundary = [](const OpenEdges&, const SpectralGrid&) { return std::make_unique<Swells>(); };
  return given;
}

std::vector<float> gather_bins(const Model& model) {
  return test::gather_cells(model.domain().communicator, model.local(), model.state().action);
}

bool are_same(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(GivenSources, ActWhereTheSettingsHaveNone) {
  const Mesh band = test::make_band(45.0, 59.0);
  const ModelSettings config = make_still_band();
  Model model(config, world(), band, make_sources()), calm(config, world(), band);
  for (int step = 0; step < 4; ++step) model.step(), calm.step();
  const Diagnostics& fields = model.diagnose({"uwnd", "ucur", "ice", "z0", "cdrag", "cha"});
  double highest_open = 0.0, highest_iced = 0.0;
  for (int cell = 0; cell < model.local().n_owned; ++cell) {
    const double lat = model.local().mesh.lat_cell[cell];
    EXPECT_FLOAT_EQ(fields.field("ucur")[cell], float(0.5 * lat));
    EXPECT_EQ(fields.field("ice")[cell], lat > 0.95 ? 0.9f : 0.0f);
    for (const char* of_open_water : {"z0", "cdrag", "cha"})
      EXPECT_EQ(std::isnan(fields.field(of_open_water)[cell]), lat > 0.95) << of_open_water;
    double& highest = lat > 0.95 ? highest_iced : highest_open;
    highest = std::max(highest, double(fields.height()[cell]));
  }
  EXPECT_GT(world().max(highest_open), 0.03);
  EXPECT_EQ(world().max(highest_iced), 0.0);
  const View<const float> calm_height = calm.diagnose({}).height();
  EXPECT_EQ(world().max(*std::max_element(calm_height.begin(), calm_height.end())), 0.0f);
  EXPECT_TRUE(model.forcing().has(ForcingQuantity::ice));
  EXPECT_FALSE(calm.forcing().has(ForcingQuantity::ice));
}

TEST(GivenSources, GiveTheSameBitsOnAnyNumberOfRanks) {
  const Mesh band = test::make_band(45.0, 59.0);
  const ModelSettings config = make_still_band();
  Model together(config, world(), band, make_sources());
  for (int step = 0; step < 6; ++step) together.step();
  const std::vector<float> all = gather_bins(together);
  if (world().rank() > 0) return;
  Model alone(config, Communicator::self(), band, make_sources());
  for (int step = 0; step < 6; ++step) alone.step();
  EXPECT_TRUE(are_same(all, gather_bins(alone)));
}

TEST(GivenSources, KeepTheirStateAcrossARestart) {
  const Mesh band = test::make_band(45.0, 59.0);
  const ModelSettings config = make_still_band();
  const std::filesystem::path file = test::shared_path("given_sources.nc");
  Model unbroken(config, world(), band, make_sources());
  for (int step = 0; step < 6; ++step) {
    unbroken.step();
    if (step != 2) continue;
    StateList list;
    unbroken.list_state(list);
    write_restart(file, world(), test::cells_of(unbroken), {{"date", unbroken.state().now.iso()}}, list);
  }

  Model resumed(config, world(), band, make_sources());
  StateList list;
  resumed.list_state(list);
  const RestartFile restart(file);
  restart.load(world(), test::cells_of(resumed), list);
  resumed.resume(DateTime::parse(restart.fact("date")));
  for (int step = 3; step < 6; ++step) resumed.step();
  EXPECT_EQ(test::checksum_of(resumed), test::checksum_of(unbroken));
}

TEST(GivenSources, AreAskedForEachStepAndForTheDateOfARestart) {
  using Asked = std::vector<std::pair<std::int64_t, std::int64_t>>;
  class Listener : public ForcingSource {
   public:
    explicit Listener(Asked& asked) : asked_(asked) {}
    void update(const TimeInterval& interval, const EndValues& values) override {
      asked_.emplace_back(interval.begin.seconds() % 86400, interval.end.seconds() % 86400);
      for (const View<float>& component : values.end) std::ranges::fill(component, 0.0f);
    }

   private:
    Asked& asked_;
  };
  Asked asked;
  ModelSources given;
  given.wind = [&](const LocalMesh&) { return std::make_unique<Listener>(asked); };
  const ModelSettings config = make_still_band();
  Model model(config, world(), test::make_band(45.0, 59.0), given);
  model.step(), model.step();
  model.resume(config.start() + 1800);
  model.step();
  EXPECT_EQ(asked, (Asked{{0, 0}, {0, 1800}, {1800, 3600}, {1800, 1800}, {1800, 3600}}));
}

TEST(GivenSources, AreRefusedIfThereIsNone) {
  const Mesh band = test::make_band(45.0, 59.0);
  ModelSettings config = make_still_band();
  ModelSources given;
  given.wind = [](const LocalMesh&) { return std::unique_ptr<ForcingSource>(); };
  test::expect_words(test::message_of([&] { Model(config, world(), band, given); }), {"source", "none"});
  config.with_propagation = false;
  test::expect_words(test::message_of([&] { Model(config, world(), band, make_sources()); }),
                     {"open boundaries", "propagation is switched off"});
  config = make_still_band();
  config.physics.limiter = GrowthLimiter::none;
  given.wind = make_sources().wind;
  test::expect_words(test::message_of([&] { Model(config, world(), band, given); }),
                     {"physics.limiter is none"});
}

TEST(GivenSources, ImpossibleValuesAreRefused) {
  const Mesh band = test::make_band(45.0, 59.0);
  const ModelSettings config = make_still_band();
  const auto said_of = [&](ModelSources::MakeForcing ModelSources::*quantity, float value) {
    ModelSources given;
    given.*quantity = by_latitude([value](double, std::int64_t) { return value; });
    return test::message_of([&] { Model(config, world(), band, given); });
  };
  const float no_number = std::numeric_limits<float>::quiet_NaN();
  test::expect_words(said_of(&ModelSources::wind, no_number), {"source of wind", "nan m s-1", "2000-01-01"});
  test::expect_words(said_of(&ModelSources::current, 100.0f), {"source of current", "141.421 m s-1"});
  test::expect_words(said_of(&ModelSources::water_level, no_number), {"source of water level"});
  test::expect_words(said_of(&ModelSources::ice, 5.0f), {"source of ice", "value 5", "to 1.01"});
  test::expect_words(said_of(&ModelSources::air_density, 0.0f), {"source of air density"});
}

TEST(GivenSources, ThatFailsOnOneRankEndsTheStepOnAll) {
  ModelSettings config = make_still_band();
  config.with_propagation = false;  // without propagation, nothing else synchronises the ranks
  ModelSources given;
  given.wind = by_latitude([](double, std::int64_t seconds) {
    require(seconds == 0 || world().rank() != world().size() - 1, "the winds are over");
    return 10.0f;
  });
  Model model(config, world(), test::make_band(45.0, 59.0), given);
  test::expect_words(test::message_of([&] { model.step(); }), {"the winds are over"});
}

}  // namespace
}  // namespace groundswell
