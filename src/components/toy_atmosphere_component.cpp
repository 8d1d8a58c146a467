// SPDX-License-Identifier: Apache-2.0
#include "components/toy_atmosphere_component.hpp"

#include <optional>
#include <utility>

#include "base/error.hpp"
#include "components/toy_options.hpp"
#include "exec/array.hpp"
#include "forcing/forcing_settings.hpp"
#include "toys/toy_atmosphere.hpp"

namespace groundswell {
namespace {

struct AtmosphereFile {
  TimeSettings time;
  ComponentRestartSettings restart;
  ToyAtmosphereSettings air;
};

OptionTable make_atmosphere_table(AtmosphereFile& settings) {
  OptionTable table;
  ToyAtmosphereSettings& s = settings.air;
  add_toy_options(table, settings.time, s.grid, settings.restart);
  table.section("storm", "A storm whose pressure drives the wind around its centre (Holland 1980).");
  table.add("storm.lon", s.lon, "Longitude of its centre at the start.").unit("degree").range(-360, 360);
  table.add("storm.lat", s.lat, "Latitude of its centre at the start.").unit("degree").range(-90, 90);
  table.add("storm.travel_speed", s.travel_speed, "How fast it moves.").unit("m s-1").range(0, 50);
  table.add("storm.travel_to", s.travel_to_degree, "Where it moves to, along a great circle.")
      .unit("degree")
      .range(-360, 360);
  table.add("storm.max_speed", s.max_speed, "Largest wind that its pressure would drive without drag.")
      .unit("m s-1")
      .range(0, strongest_wind);
  table.add("storm.radius", s.radius, "Distance of that wind from the centre.").unit("m").range(1e3, 2e6);
  table.add("storm.background_speed", s.background_speed, "Wind that is added everywhere.")
      .unit("m s-1")
      .range(0, strongest_wind);
  table.add("storm.background_from", s.background_from_degree, "Direction that it blows from.")
      .unit("degree")
      .range(-360, 360);
  table.section("air", "How the wind follows the pressure, and the drag of the sea slows it.");
  table.add("air.relaxation", s.relaxation, "Time within which the wind follows the pressure.")
      .unit("s")
      .above(0);
  table.add("air.depth", s.depth, "Depth of the air that the drag slows.").unit("m").above(0);
  return table;
}

class ToyAtmosphereComponent final : public CoupledComponent {
 public:
  ToyAtmosphereComponent(std::filesystem::path file, AtmosphereFile settings, std::string lasting)
      : file_(std::move(file)), settings_(std::move(settings)), lasting_(std::move(lasting)) {}

  ComponentClock clock() const override { return clock_of_toy(settings_.time); }
  std::vector<DeclaredField> gives() const override {
    return {{"wind", "m s-1", FieldShape::vector, 8}, {"stress", "Pa", FieldShape::vector, 8}};
  }
  std::vector<DeclaredField> takes() const override {
    return {{"charnock", "1", FieldShape::scalar, 8, true}};
  }
  std::vector<std::filesystem::path> inputs() const override { return {file_}; }
  void check_ranks(int n_rank) const override { check_toy_ranks(settings_.air.grid, n_rank); }

  void prepare(const Communicator& ranks, const DateTime&) override {
    rows_ = rows_of_toy(settings_.air.grid, ranks);
    air_.emplace(settings_.air, rows_);
    charnock_ = Array<double>(air_->wind_east().size);
  }
  CouplingGrid grid() const override { return make_coupling_grid(settings_.air.grid, rows_, "atmosphere"); }
  std::vector<std::string> describe() const override {
    const ToyGrid& grid = settings_.air.grid;
    return {text("toy of an atmosphere: ", grid.n_lon(), " x ", grid.n_lat(), " points, a storm of ",
                 settings_.air.max_speed, " m/s without drag")};
  }
  void put(Coupler& coupler) override {
    if (coupler.wants("wind")) coupler.put<double>("wind", {air_->wind_east(), air_->wind_north()});
    if (coupler.wants("stress")) coupler.put<double>("stress", {air_->stress_east(), air_->stress_north()});
  }
  // Implicit, so with the Charnock parameter of the end of the step.
  void step(Coupler& coupler) override {
    const bool is_taken = coupler.takes("charnock");
    const double dt = double(settings_.time.step);
    if (is_taken) coupler.get<double>("charnock", {charnock_.view()}, coupler.now() + settings_.time.step);
    air_->step(double(coupler.now() - clock().start), dt,
               is_taken ? View<const double>(std::as_const(charnock_).view()) : View<const double>{});
  }
  ComponentRestartSettings* restarts() override { return &settings_.restart; }
  std::string lasting_settings() const override { return lasting_; }
  void list_state(StateList& state) override { air_->list_state(state); }

 private:
  std::filesystem::path file_;
  AtmosphereFile settings_;
  std::string lasting_;
  Block rows_;
  std::optional<ToyAtmosphere> air_;
  Array<double> charnock_;
};

}  // namespace

void show_toy_atmosphere_options(const std::function<void(const OptionTable&)>& show) {
  AtmosphereFile settings;
  show(make_atmosphere_table(settings));
}

std::unique_ptr<CoupledComponent> read_toy_atmosphere(const std::filesystem::path& file,
                                                      const std::vector<std::string>& overrides) {
  AtmosphereFile settings;
  OptionTable table = make_atmosphere_table(settings);
  read_toy(table, settings.time, file, overrides, [&] { settings.air.check(); });
  return std::make_unique<ToyAtmosphereComponent>(file, settings, lasting_settings_of(table));
}

}  // namespace groundswell
