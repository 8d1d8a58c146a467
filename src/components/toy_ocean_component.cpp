// SPDX-License-Identifier: Apache-2.0
#include "components/toy_ocean_component.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "components/toy_options.hpp"
#include "exec/array.hpp"
#include "mesh_files/regular_grid_file.hpp"
#include "toys/toy_ocean.hpp"

namespace groundswell {
namespace {

struct OceanFile {
  TimeSettings time;
  ComponentRestartSettings restart;
  ToyOceanSettings water;
  double least_depth = 5.0;          // [m] where the bathymetry has less
  std::filesystem::path bathymetry;  // empty: the same depth everywhere
  std::string variable;              // empty: the only one in the file
};

OptionTable make_ocean_table(OceanFile& s) {
  OptionTable table;
  add_toy_options(table, s.time, s.water.grid, s.restart);
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

// The depth of boxes of a grid: it has water if at least half of its samples lie below 0, as deep as these
// are on average, but not outside of [least_depth, depth].
ToyDepth make_depth(const OceanFile& settings) {
  if (settings.bathymetry.empty()) return {};
  auto map =
      std::make_shared<const HeightMap>(read_height_file(settings.bathymetry.string(), settings.variable));
  return [map, &settings](double lon, double lat) {
    constexpr int n_side = 5;
    double sum = 0.0;
    int n_wet = 0;
    for (int i = 0; i < n_side * n_side; ++i) {
      const auto shifted = [&](double middle, int k) {
        return middle + ((k + 0.5) / n_side - 0.5) * settings.water.grid.step * degree;
      };
      const int column = map->grid.column_of(shifted(lon, i % n_side));
      const int row = map->grid.row_of(shifted(lat, i / n_side));
      const double height = column < 0 || row < 0 ? 0.0 : double(map->grid.at(column, row));
      if (height < 0.0) sum -= height, ++n_wet;
    }
    if (2 * n_wet < n_side * n_side) return 0.0;
    return std::min(settings.water.depth, std::max(settings.least_depth, sum / n_wet));
  };
}

// Exchanges the rows at the sides of a process with its neighbours, first northward, then southward.
void exchange_with_neighbours(const Communicator& ranks, std::span<const Rows<double>> fields) {
  for (const int way : {1, -1}) {
    const int to = ranks.rank() + way, from = ranks.rank() - way;
    const auto row_to_give = [&](const Rows<double>& field) { return way > 0 ? field.n_row - 2 : 1; };
    const auto row_to_fill = [&](const Rows<double>& field) { return way > 0 ? 0 : field.n_row - 1; };
    std::vector<double> given, taken;
    for (const Rows<double>& field : fields) {
      const double* const row = field.row(row_to_give(field));
      given.insert(given.end(), row, row + field.n_col);
    }
    taken.resize(given.size());
    Request sent;
    if (to >= 0 && to < ranks.size()) sent = ranks.start_send(std::span<const double>(given), to, 0);
    if (from >= 0 && from < ranks.size()) {
      ranks.receive(std::span(taken), from, 0);
      auto next = taken.begin();
      for (const Rows<double>& field : fields) {
        std::copy_n(next, field.n_col, field.row(row_to_fill(field)));
        next += std::ptrdiff_t(field.n_col);
      }
    }
    sent.wait();
  }
}

class ToyOceanComponent final : public CoupledComponent {
 public:
  ToyOceanComponent(std::filesystem::path file, OceanFile settings, std::string lasting)
      : file_(std::move(file)), settings_(std::move(settings)), lasting_(std::move(lasting)) {}

  ComponentClock clock() const override { return clock_of_toy(settings_.time); }
  std::vector<DeclaredField> gives() const override {
    return {{"current", "m s-1", FieldShape::vector, 8}, {"water_level", "m", FieldShape::scalar, 8}};
  }
  std::vector<DeclaredField> takes() const override {
    return {{"stress", "Pa", FieldShape::vector, 8, true}};
  }
  std::vector<std::filesystem::path> inputs() const override {
    if (settings_.bathymetry.empty()) return {file_};
    return {file_, settings_.bathymetry};
  }
  void check_ranks(int n_rank) const override { check_toy_ranks(settings_.water.grid, n_rank); }

  void prepare(const Communicator& ranks, const DateTime&) override {
    ranks_.emplace(ranks.duplicate());
    rows_ = rows_of_toy(settings_.water.grid, ranks);
    water_.emplace(settings_.water, rows_, make_depth(settings_));
    stress_east_ = Array<double>(water_->depth().size);
    stress_north_ = Array<double>(water_->depth().size);
  }
  CouplingGrid grid() const override {
    CouplingGrid grid = make_coupling_grid(settings_.water.grid, rows_, "ocean");
    for (const double depth : water_->depth()) grid.mask.push_back(depth > 0.0);
    return grid;
  }
  std::vector<std::string> describe() const override {
    const ToyGrid& grid = settings_.water.grid;
    return {text("toy of an ocean: ", grid.n_lon(), " x ", grid.n_lat(), " points, at most ",
                 settings_.water.depth, " m deep; ", water_->count_sub_steps(double(settings_.time.step)),
                 " sub-steps")};
  }
  void put(Coupler& coupler) override {
    if (coupler.wants("current"))
      coupler.put<double>("current", {water_->current_east(), water_->current_north()});
    if (coupler.wants("water_level"))
      coupler.put<double>("water_level", {std::as_const(*water_).sea_level()});
  }
  // With the stress in the middle of the step.
  void step(Coupler& coupler) override {
    if (coupler.takes("stress"))
      coupler.get<double>("stress", {stress_east_.view(), stress_north_.view()},
                          coupler.now() + settings_.time.step / 2);
    water_->step(double(settings_.time.step), std::as_const(stress_east_).view(),
                 std::as_const(stress_north_).view(), exchange_);
  }
  ComponentRestartSettings* restarts() override { return &settings_.restart; }
  std::string lasting_settings() const override { return lasting_; }
  void resume() override { water_->update_current(exchange_); }
  void list_state(StateList& state) override { water_->list_state(state); }

 private:
  std::filesystem::path file_;
  OceanFile settings_;
  std::string lasting_;
  std::optional<Communicator> ranks_;
  ExchangeRows exchange_ = [this](std::span<const Rows<double>> fields) {
    exchange_with_neighbours(*ranks_, fields);
  };
  Block rows_;
  std::optional<ToyOcean> water_;
  Array<double> stress_east_, stress_north_;
};

}  // namespace

void show_toy_ocean_options(const std::function<void(const OptionTable&)>& show) {
  OceanFile settings;
  show(make_ocean_table(settings));
}

std::unique_ptr<CoupledComponent> read_toy_ocean(const std::filesystem::path& file,
                                                 const std::vector<std::string>& overrides) {
  OceanFile settings;
  OptionTable table = make_ocean_table(settings);
  read_toy(table, settings.time, file, overrides, [&] {
    settings.water.grid.check();
    require(settings.least_depth <= settings.water.depth, "water.least_depth is ", settings.least_depth,
            " m, more than water.depth, ", settings.water.depth, " m; make it smaller");
  });
  return std::make_unique<ToyOceanComponent>(file, settings, lasting_settings_of(table));
}

}  // namespace groundswell
