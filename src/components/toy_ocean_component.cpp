// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "components/toy_component.hpp"
#include "components/toy_kinds.hpp"
#include "exec/array.hpp"
#include "toys/toy_ocean.hpp"

namespace groundswell {
namespace {

struct OceanFile {
  ToyOceanSettings water;
  double least_depth = 5.0;          // [m] where the bathymetry has less
  std::filesystem::path bathymetry;  // empty: the same depth everywhere
  std::string variable;              // empty: the only one in the file
};

OptionTable make_ocean_table(ToyFile& file, OceanFile& s) {
  OptionTable table;
  add_toy_options(table, file, s.water.grid);
  table.section("water", "One layer, set in motion by the stress on its surface.");
  table.add("water.depth", s.water.depth, "Depth of the layer; the sea floor may lie higher.")
      .unit("m")
      .above(0)
      .at_most(deepest_sea);
  table.add("water.least_depth", s.least_depth, "Water of a bathymetry is at least this deep.")
      .unit("m")
      .above(0)
      .at_most(deepest_sea);
  table.add("water.friction", s.water.friction, "Friction velocity r: the bottom slows the current by r u/h.")
      .unit("m s-1")
      .at_least(0);
  table.section("bathymetry", "Heights of the sea floor and land; without a file there is no land.");
  table.add("bathymetry.file", s.bathymetry, "netCDF file of heights on a regular grid.");
  table.add("bathymetry.variable", s.variable, "Its variable; by default the only one in the file.");
  return table;
}

class ToyOceanComponent final : public ToyComponent {
 public:
  ToyOceanComponent(ToyFile file, OceanFile settings)
      : ToyComponent(std::move(file), settings.water.grid), settings_(std::move(settings)) {}

  std::vector<DeclaredField> gives() const override {
    return {{"current", "m s-1", FieldShape::vector, 8}, {"water_level", "m", FieldShape::scalar, 8}};
  }
  std::vector<DeclaredField> takes() const override {
    return {{"stress", "Pa", FieldShape::vector, 8, true},
            {"stokes_transport", "m2 s-1", FieldShape::vector, 8, true},
            {"wave_force", "Pa", FieldShape::vector, 8, true}};
  }
  std::vector<std::filesystem::path> inputs() const override {
    std::vector<std::filesystem::path> files = ToyComponent::inputs();
    if (!settings_.bathymetry.empty()) files.push_back(settings_.bathymetry);
    return files;
  }
  CouplingGrid grid() const override {
    CouplingGrid grid = ToyComponent::grid();
    for (const double depth : water_->depth()) grid.mask.push_back(depth > 0.0);
    return grid;
  }
  void put(Coupler& coupler) override {
    if (coupler.wants("current"))
      coupler.put<double>("current", {water_->current_east(), water_->current_north()});
    if (coupler.wants("water_level"))
      coupler.put<double>("water_level", {std::as_const(*water_).sea_level()});
  }
  // With the values in the middle of the step.
  void step(Coupler& coupler) override {
    for (const auto& [field, values] : {std::pair("stress", &stress_),
                                        {"stokes_transport", &stokes_transport_},
                                        {"wave_force", &wave_force_}})
      if (coupler.takes(field))
        coupler.get<double>(field, {values->east.view(), values->north.view()},
                            coupler.now() + clock().step / 2);
    water_->step(step_seconds(), {stress_.view(), stokes_transport_.view(), wave_force_.view()}, exchange_);
  }
  void resume() override { water_->update_current(exchange_); }
  void list_state(StateList& state) override { water_->list_state(state); }

 private:
  struct Vector {
    Array<double> east, north;
    ToyVector view() const { return {east.view(), north.view()}; }
  };
  void make(Block rows) override {
    ToyDepth depth;
    if (!settings_.bathymetry.empty())
      depth = read_box_depth(settings_.bathymetry, settings_.variable, settings_.water.grid,
                             settings_.least_depth, settings_.water.depth);
    water_.emplace(settings_.water, rows, depth);
    for (Vector* taken : {&stress_, &stokes_transport_, &wave_force_})
      taken->east = Array<double>(water_->depth().size), taken->north = Array<double>(water_->depth().size);
  }
  std::string describe_model() const override {
    return text("toy of an ocean, at most ", settings_.water.depth, " m deep, ",
                water_->count_sub_steps(step_seconds()), " sub-steps");
  }

  OceanFile settings_;
  ExchangeRows exchange_ = [this](std::span<const Rows<double>> fields) { exchange_rows(fields); };
  std::optional<ToyOcean> water_;
  Vector stress_, stokes_transport_, wave_force_;  // as they are taken, or 0
};

}  // namespace

void show_toy_ocean_options(const std::function<void(const OptionTable&)>& show) {
  ToyFile file;
  OceanFile settings;
  show(make_ocean_table(file, settings));
}

std::unique_ptr<CoupledComponent> read_toy_ocean(const std::filesystem::path& path,
                                                 const std::vector<std::string>& overrides) {
  ToyFile file;
  OceanFile settings;
  OptionTable table = make_ocean_table(file, settings);
  read_toy(table, file, path, overrides, [&] {
    settings.water.grid.check();
    require(settings.least_depth <= settings.water.depth, "water.least_depth is ", settings.least_depth,
            " m, more than water.depth, ", settings.water.depth, " m; make it smaller");
  });
  return std::make_unique<ToyOceanComponent>(file, settings);
}

}  // namespace groundswell
