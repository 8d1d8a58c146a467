// SPDX-License-Identifier: Apache-2.0
// Fields of what air, waves, ocean and sea bed exchange: their budgets over runs with transport, and what
// another component gets of them.
#include <gtest/gtest.h>
#include <mpi.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "coupling/coupler.hpp"
#include "decomp/global_values.hpp"
#include "model/flux_fields.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "run/wave_fields.hpp"
#include "support/globe_runs.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

std::vector<std::string> flux_names() {
  std::vector<std::string> names;
  for (const FieldInfo& field : flux_field_list()) names.emplace_back(field.name);
  return names;
}

// A shallow globe with a storm near a pole, in which waves break between passes of transport. Without a
// current, transport changes no energy.
ModelSettings make_closed_sea() {
  ModelSettings config = test::make_stormy_globe();
  config.forcing.current.kind = CurrentKind::none;
  return config;
}

// Energy of all waves [J], in double precision.
double energy_of(Model& model) {
  const Diagnostics& fields = model.diagnose({"hs"});
  double sum = 0.0;
  for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); ++cell)
    sum += model.local().mesh.area_cell[cell] * std::pow(double(fields.field("hs")[cell]), 2) / 16.0;
  std::vector<double> total{sum};
  MPI_Allreduce(MPI_IN_PLACE, total.data(), 1, MPI_DOUBLE, MPI_SUM, world().handle());
  return water_density * gravity * total[0];
}

double sum_over_cells(Model& model, const Diagnostics& fields, const std::string& name) {
  double sum = 0.0;
  for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); ++cell)
    sum += model.local().mesh.area_cell[cell] * double(fields.field(name)[cell]);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, world().handle());
  return sum;
}

// Over 24 h: the energy that the air gave is what all waves gained and what ocean and bed got.
TEST(FluxFields, CloseTheBudgetOfAllWaves) {
  const ModelSettings config = make_closed_sea();
  Model model(config, world(), make_model_mesh(config.mesh, world()));
  model.keep_fluxes();
  const double before = energy_of(model);
  double air = 0.0, ocean = 0.0, bed = 0.0, kept = 0.0;
  while (!model.at_end()) {
    model.step();
    const Diagnostics& fields = model.diagnose(flux_names());
    const double dt = double(config.time.step);
    air += dt * sum_over_cells(model, fields, "phiaw");
    ocean += dt * sum_over_cells(model, fields, "phioc");
    bed += dt * sum_over_cells(model, fields, "phibt");
    kept += dt * sum_over_cells(model, fields, "phiwv");
  }
  EXPECT_GT(air, 0.0);
  EXPECT_GT(ocean, 0.0);
  EXPECT_GT(bed, 0.0);
  EXPECT_NEAR(air, kept + ocean + bed, 1e-6 * air);
  EXPECT_NEAR(energy_of(model) - before, air - ocean - bed, 1e-5 * air);
}

// In every cell: stress and energy add up, and the air's stress is that of u*, along the wind in east and
// north, near the poles too.
TEST(FluxFields, AddUpInEachCell) {
  const ModelSettings config = test::make_windy_globe();
  Model model(config, world(), make_model_mesh(config.mesh, world()));
  model.keep_fluxes();
  const Diagnostics& before = model.diagnose(flux_names());
  for (const std::string& name : flux_names()) EXPECT_TRUE(std::isnan(before.field(name)[0])) << name;
  for (int step = 0; step < 3; ++step) model.step();
  const Diagnostics& fields = model.diagnose(flux_names());
  const auto at = [&](const char* name, std::size_t cell) { return double(fields.field(name)[cell]); };
  for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); ++cell) {
    const double wind = std::hypot(at("uwnd", cell), at("vwnd", cell)), ust = at("ust", cell);
    const double stress = air_density * ust * ust;
    EXPECT_NEAR(at("tauax", cell), stress * at("uwnd", cell) / wind, 0.01 * stress);
    EXPECT_NEAR(at("tauay", cell), stress * at("vwnd", cell) / wind, 0.01 * stress);
    EXPECT_NEAR(at("tauax", cell), at("tauwx", cell) + at("tauox", cell) + at("taubx", cell), 1e-5 * stress);
    EXPECT_NEAR(at("tauay", cell), at("tauwy", cell) + at("tauoy", cell) + at("tauby", cell), 1e-5 * stress);
    EXPECT_NEAR(at("phiaw", cell), at("phiwv", cell) + at("phioc", cell) + at("phibt", cell),
                1e-5 * at("phiaw", cell));
    EXPECT_GT(at("phioc", cell), 0.0);
  }
}

// A steady sea in water so shallow that no waves leave it keeps nothing: ocean and bed get all.
TEST(FluxFields, OfASteadySeaGoToOceanAndBed) {
  ModelSettings config = test::make_windy_globe();
  config.mesh.depth = 3.0;
  config.time.end = "2000-01-02T12:00:00Z";
  Model model(config, world(), make_model_mesh(config.mesh, world()));
  model.keep_fluxes();
  while (!model.at_end()) model.step();
  const Diagnostics& fields = model.diagnose(flux_names());
  for (std::size_t cell = 0; cell < std::size_t(model.local().n_owned); ++cell) {
    const double air = fields.field("phiaw")[cell];
    EXPECT_NEAR(fields.field("phioc")[cell] + fields.field("phibt")[cell], air, 0.02 * air) << cell;
    EXPECT_GT(fields.field("phibt")[cell], 0.05 * air) << cell;
  }
}

TEST(FluxFields, AreMissingIfNobodyWantsThem) {
  const ModelSettings config = test::make_windy_globe();
  Model model(config, world(), make_model_mesh(config.mesh, world()));
  model.step();
  EXPECT_TRUE(std::isnan(model.diagnose({"phioc"}).field("phioc")[0]));
}

// The waves on some ranks give means of three steps with a lag to an ocean with the same cells on others:
// what this has received is what was put, but for open means and values on their way.
TEST(FluxFields, ReachAnotherComponentAsTheyWerePut) {
  if (world().size() < 2) return;
  const int n_wave = world().size() / 2;
  const bool is_wave = world().rank() < n_wave;
  const Communicator ranks = world().split(is_wave ? 0 : 1, world().rank());
  ModelSettings config = test::make_windy_globe();
  config.time.end = "2000-01-02";
  Model model(config, ranks, make_model_mesh(config.mesh, ranks));
  if (is_wave) model.keep_fluxes();
  const std::int64_t dt = config.time.step, period = 3 * dt, lag = 2 * period;

  CouplingSettings settings;
  settings.components = {{"waves", "run", n_wave, {}}, {"ocean", "toy", world().size() - n_wave, {}}};
  for (const char* name : {"tauox", "phioc"}) {
    CoupledFieldSettings field;
    field.name = name;
    field.source = "waves", field.target = "ocean";
    field.period = period, field.lag = lag;
    field.statistic = CoupledStatistic::mean;
    field.first = 0.0;
    field.regridding.kind = Regridding::none;
    settings.fields.push_back(field);
  }
  const ComponentClock clock{config.start(), config.end(), dt};
  const std::vector<DeclaredField> fields{{"tauox", "Pa", FieldShape::vector}, {"phioc", "W m-2"}};
  Coupler coupler(ranks, {settings,
                          {{"waves", clock}, {"ocean", clock}},
                          is_wave ? 0 : 1,
                          is_wave ? fields : std::vector<DeclaredField>{},
                          is_wave ? std::vector<DeclaredField>{} : fields,
                          {}});
  const CouplingGrid grid = make_coupling_grid(model.local(), "waves");
  coupler.connect(grid);

  const std::size_t n_cell = std::size_t(grid.n_global);
  std::vector<std::vector<double>> sums(3, std::vector<double>(n_cell));  // by part [J m-2] or [Pa s]
  const auto add = [&](int part, const std::vector<float>& values, double seconds) {
    for (std::size_t i = 0; i < values.size(); ++i)
      sums[std::size_t(part)][std::size_t(grid.cells[i])] += seconds * double(values[i]);
  };
  const auto give = [&] {
    if (!is_wave) return coupler.send();
    const auto values = compute_wave_fields(model, {find_wave_gives("tauox"), find_wave_gives("phioc")});
    const auto views = [](const std::vector<std::vector<float>>& parts) {
      std::vector<View<const float>> all;
      for (const auto& part : parts) all.push_back({part.data(), part.size()});
      return all;
    };
    if (coupler.wants("tauox")) coupler.put<float>("tauox", views(values[0]));
    if (coupler.wants("phioc")) coupler.put<float>("phioc", views(values[1]));
    coupler.send();
    // The last value that is used is that of the last coupling date before the end, less the lag.
    if (coupler.now() > clock.start && coupler.now() - clock.start <= 86400 - period - lag) {
      add(0, values[0][0], double(dt)), add(1, values[0][1], double(dt));
      add(2, values[1][0], double(dt));
    }
  };
  give();
  while (coupler.now() < clock.end) {
    coupler.receive();
    if (!is_wave && (coupler.now() - clock.start) % period == 0) {
      std::vector<std::vector<float>> got(3, std::vector<float>(grid.n_point()));
      const auto view = [&](int part) {
        return View<float>{got[std::size_t(part)].data(), got[std::size_t(part)].size()};
      };
      coupler.get<float>("tauox", {view(0), view(1)}, coupler.now());
      coupler.get<float>("phioc", {view(2)}, coupler.now());
      for (int part = 0; part < 3; ++part) add(part, got[std::size_t(part)], double(period));
    }
    if (is_wave) model.step();
    coupler.advance();
    give();
  }
  coupler.finish();

  for (std::vector<double>& part : sums) {
    std::vector<double> put = is_wave ? part : std::vector<double>(n_cell), received(n_cell);
    if (!is_wave) received = part;
    for (std::vector<double>* all : {&put, &received})
      MPI_Allreduce(MPI_IN_PLACE, all->data(), int(n_cell), MPI_DOUBLE, MPI_SUM, world().handle());
    for (std::size_t cell = 0; cell < n_cell; ++cell) {
      EXPECT_NE(put[cell], 0.0);
      EXPECT_NEAR(received[cell], put[cell], 1e-6 * std::abs(put[cell]) + 1e-3) << cell;
    }
  }
}

}  // namespace
}  // namespace groundswell
