// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "components/toy_component.hpp"
#include "components/toy_kinds.hpp"
#include "exec/array.hpp"
#include "forcing/forcing_settings.hpp"
#include "toys/toy_atmosphere.hpp"

namespace groundswell {
namespace {

OptionTable make_atmosphere_table(ToyFile& file, ToyAtmosphereSettings& s) {
  OptionTable table;
  add_toy_options(table, file, s.grid);
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

class ToyAtmosphereComponent final : public ToyComponent {
 public:
  ToyAtmosphereComponent(ToyFile file, const ToyAtmosphereSettings& settings)
      : ToyComponent(std::move(file), settings.grid), settings_(settings) {}

  std::vector<DeclaredField> gives() const override {
    return {{"wind", "m s-1", FieldShape::vector, 8}, {"stress", "Pa", FieldShape::vector, 8}};
  }
  std::vector<DeclaredField> takes() const override {
    return {{"charnock", "1", FieldShape::scalar, 8, true}, {"stress", "Pa", FieldShape::vector, 8, true}};
  }
  void check_taken(const std::vector<std::string>& fields) const override {
    require(std::ranges::count(fields, "charnock") == 0 || std::ranges::count(fields, "stress") == 0,
            "it is brought both 'charnock', for a drag of its own, and 'stress', which replaces that drag; "
            "leave one of the two out (fields)");
  }
  void put(Coupler& coupler) override {
    if (coupler.wants("wind")) coupler.put<double>("wind", {air_->wind_east(), air_->wind_north()});
    if (coupler.wants("stress")) coupler.put<double>("stress", {air_->stress_east(), air_->stress_north()});
  }
  // With the stress in the middle of the step. Its own drag is implicit, so with the Charnock parameter of
  // the end of the step.
  void step(Coupler& coupler) override {
    const DateTime now = coupler.now();
    const auto time = double(now - clock().start);
    if (coupler.takes("stress")) {
      coupler.get<double>("stress", {stress_east_.view(), stress_north_.view()}, now + clock().step / 2);
      return air_->step_with_stress(time, step_seconds(), std::as_const(stress_east_).view(),
                                    std::as_const(stress_north_).view());
    }
    const bool is_taken = coupler.takes("charnock");
    if (is_taken) coupler.get<double>("charnock", {charnock_.view()}, now + clock().step);
    air_->step(time, step_seconds(),
               is_taken ? View<const double>(std::as_const(charnock_).view()) : View<const double>{});
  }
  void list_state(StateList& state) override { air_->list_state(state); }

 private:
  void make(Block rows) override {
    air_.emplace(settings_, rows);
    for (Array<double>* values : {&charnock_, &stress_east_, &stress_north_})
      *values = Array<double>(air_->wind_east().size);
  }
  std::string describe_model() const override {
    return text("toy of an atmosphere, a storm of ", settings_.max_speed, " m/s without drag");
  }

  ToyAtmosphereSettings settings_;
  std::optional<ToyAtmosphere> air_;
  Array<double> charnock_, stress_east_, stress_north_;
};

}  // namespace

void show_toy_atmosphere_options(const std::function<void(const OptionTable&)>& show) {
  ToyFile file;
  ToyAtmosphereSettings settings;
  show(make_atmosphere_table(file, settings));
}

std::unique_ptr<CoupledComponent> read_toy_atmosphere(const std::filesystem::path& path,
                                                      const std::vector<std::string>& overrides) {
  ToyFile file;
  ToyAtmosphereSettings settings;
  OptionTable table = make_atmosphere_table(file, settings);
  read_toy(table, file, path, overrides, [&] { settings.check(); });
  return std::make_unique<ToyAtmosphereComponent>(file, settings);
}

}  // namespace groundswell
