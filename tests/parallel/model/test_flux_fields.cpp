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
#include "mesh/analytic_meshes.hpp"
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

// A globe of shelves and beaches of 1.5 to 40 m, with a storm near a pole, in which waves break between
// passes of transport. Without land and currents, transport changes no energy.
Mesh make_beaches(const ModelSettings& config) {
  Mesh mesh = make_icosahedral_mesh(config.mesh.bisections, config.mesh.sphere_radius);
  mesh.depth_cell.resize(mesh.lon_cell.size());
  for (std::size_t cell = 0; cell < mesh.depth_cell.size(); ++cell)
    mesh.depth_cell[cell] = 1.5 + 19.0 * (1.0 + std::sin(3.0 * mesh.lon_cell[cell]));
  return mesh;
}

ModelSettings make_closed_sea(PhysicsPackage package = PhysicsPackage::wam4) {
  ModelSettings config = test::make_stormy_globe();
  config.physics.package = package;
  config.forcing.current.kind = CurrentKind::none;
  config.keep_fluxes = true;
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
  for (const auto package : {PhysicsPackage::wam4, PhysicsPackage::st4}) {
    SCOPED_TRACE(name_of(physics_packages, package));
    const ModelSettings config = make_closed_sea(package);
    Model model(config, world(), make_beaches(config));
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
}

// In every cell: stress and energy add up, and the air's stress is that of u*, along the wind in east and
// north, near the poles too.
TEST(FluxFields, AddUpInEachCell) {
  for (const auto package : {PhysicsPackage::wam4, PhysicsPackage::st4}) {
    SCOPED_TRACE(name_of(physics_packages, package));
    ModelSettings config = test::make_windy_globe();
    config.keep_fluxes = true;
    config.physics.package = package;
    Model model(config, world(), make_model_mesh(config.mesh, world()));
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
      EXPECT_NEAR(at("tauax", cell), at("tauwx", cell) + at("tauox", cell) + at("taubx", cell),
                  1e-5 * stress);
      EXPECT_NEAR(at("tauay", cell), at("tauwy", cell) + at("tauoy", cell) + at("tauby", cell),
                  1e-5 * stress);
      EXPECT_NEAR(at("phiaw", cell), at("phiwv", cell) + at("phioc", cell) + at("phibt", cell),
                  1e-5 * at("phiaw", cell));
      EXPECT_GT(at("phioc", cell), 0.0);
    }
  }
}

// A steady sea in water so shallow that no waves leave it keeps nothing: ocean and bed get all.
TEST(FluxFields, OfASteadySeaGoToOceanAndBed) {
  ModelSettings config = test::make_windy_globe();
  config.keep_fluxes = true;
  config.mesh.depth = 3.0;
  config.time.end = "2000-01-02T12:00:00Z";
  Model model(config, world(), make_model_mesh(config.mesh, world()));
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

// One of two components on the same cells: waves on some ranks that give means of three steps with a lag, and
// an ocean on others that takes them.
class Side {
 public:
  Side()
      : is_wave_(world().rank() < n_wave_),
        ranks_(world().split(is_wave_ ? 0 : 1, world().rank())),
        config_(make_config(is_wave_)),
        model_(config_, ranks_, make_model_mesh(config_.mesh, ranks_)),
        grid_(make_coupling_grid(model_.local(), "waves")),
        coupler_(ranks_, make_setup()),
        sums_(3, std::vector<double>(std::size_t(grid_.n_global))) {}

  void run() {
    coupler_.connect(grid_);
    give();
    while (coupler_.now() < config_.end()) {
      coupler_.receive();
      is_wave_ ? model_.step() : take();
      coupler_.advance();
      give();
    }
    coupler_.finish();
  }

  // By part and cell, the integral over time of what was put and received [J m-2 or Pa s].
  std::vector<std::vector<double>> put() const { return total(is_wave_); }
  std::vector<std::vector<double>> received() const { return total(!is_wave_); }

 private:
  static ModelSettings make_config(bool is_wave) {
    ModelSettings config = test::make_windy_globe();
    config.keep_fluxes = is_wave;
    return config;
  }
  CouplerSetup make_setup() const {
    CouplingSettings settings;
    settings.components = {{"waves", "run", n_wave_, {}}, {"ocean", "toy", world().size() - n_wave_, {}}};
    for (const char* name : {"tauox", "phioc"}) {
      CoupledFieldSettings field;
      field.name = name;
      field.source = "waves", field.target = "ocean";
      field.period = period_, field.lag = lag_;
      field.statistic = CoupledStatistic::mean;
      field.first = 0.0;
      field.regridding.kind = Regridding::none;
      settings.fields.push_back(field);
    }
    const ComponentClock clock{config_.start(), config_.end(), config_.time.step};
    const std::vector<DeclaredField> fields{{"tauox", "Pa", FieldShape::vector}, {"phioc", "W m-2"}}, none;
    return {settings,
            {{"waves", clock}, {"ocean", clock}},
            is_wave_ ? 0 : 1,
            is_wave_ ? fields : none,
            is_wave_ ? none : fields,
            {}};
  }
  void give() {
    if (!is_wave_) return coupler_.send();
    const auto values = compute_wave_fields(model_, {find_wave_gives("tauox"), find_wave_gives("phioc")});
    const auto view = [](const std::vector<float>& part) {
      return View<const float>{part.data(), part.size()};
    };
    if (coupler_.wants("tauox")) coupler_.put<float>("tauox", {view(values[0][0]), view(values[0][1])});
    if (coupler_.wants("phioc")) coupler_.put<float>("phioc", {view(values[1][0])});
    coupler_.send();
    // Later means are open at the end, or on their way.
    const std::int64_t time = coupler_.now() - config_.start();
    if (time == 0 || time > config_.end() - config_.start() - period_ - lag_) return;
    add(0, values[0][0], config_.time.step), add(1, values[0][1], config_.time.step);
    add(2, values[1][0], config_.time.step);
  }
  void take() {
    if ((coupler_.now() - config_.start()) % period_ != 0) return;
    std::vector<std::vector<float>> got(3, std::vector<float>(grid_.n_point()));
    const auto view = [](std::vector<float>& part) { return View<float>{part.data(), part.size()}; };
    coupler_.get<float>("tauox", {view(got[0]), view(got[1])}, coupler_.now());
    coupler_.get<float>("phioc", {view(got[2])}, coupler_.now());
    for (std::size_t part = 0; part < 3; ++part) add(part, got[part], period_);
  }
  void add(std::size_t part, const std::vector<float>& values, std::int64_t seconds) {
    for (std::size_t i = 0; i < values.size(); ++i)
      sums_[part][std::size_t(grid_.cells[i])] += double(seconds) * double(values[i]);
  }
  std::vector<std::vector<double>> total(bool is_mine) const {
    std::vector<std::vector<double>> sums = sums_;
    for (std::vector<double>& part : sums) {
      if (!is_mine) std::ranges::fill(part, 0.0);
      MPI_Allreduce(MPI_IN_PLACE, part.data(), int(part.size()), MPI_DOUBLE, MPI_SUM, world().handle());
    }
    return sums;
  }

  static constexpr std::int64_t period_ = 3 * 1800, lag_ = 2 * period_;
  int n_wave_ = world().size() / 2;
  bool is_wave_;
  Communicator ranks_;
  ModelSettings config_;
  Model model_;
  CouplingGrid grid_;
  Coupler coupler_;
  std::vector<std::vector<double>> sums_;
};

// But for open means and values on their way.
TEST(FluxFields, ReachAnotherComponentAsTheyWerePut) {
  if (world().size() < 2) return;
  Side side;
  side.run();
  const auto put = side.put(), received = side.received();
  for (std::size_t part = 0; part < put.size(); ++part)
    for (std::size_t cell = 0; cell < put[part].size(); ++cell) {
      EXPECT_NE(put[part][cell], 0.0);
      EXPECT_NEAR(received[part][cell], put[part][cell], 1e-6 * std::abs(put[part][cell]) + 1e-3) << cell;
    }
}

}  // namespace
}  // namespace groundswell
