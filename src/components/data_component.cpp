// SPDX-License-Identifier: Apache-2.0
#include "components/data_component.hpp"

#include <optional>
#include <utility>

#include "base/error.hpp"
#include "config/option_table.hpp"
#include "forcing/forcing.hpp"
#include "model/forcing_options.hpp"
#include "model/model_mesh.hpp"
#include "model/model_options.hpp"

namespace groundswell {
namespace {

struct DataSettings {
  TimeSettings time;
  MeshSettings mesh;
  ForcingSettings forcing;

  DateTime date(const std::string& date) const { return DateTime::parse(date, time.calendar); }
};

OptionTable make_data_table(DataSettings& settings) {
  OptionTable table;
  add_date_options(table, settings.time);
  add_calendar_option(table, settings.time);
  add_mesh_options(table, settings.mesh);
  add_forcing_options(table, settings.forcing);
  return table;
}

// A forcing quantity as a coupled field.
struct DataField {
  ForcingQuantity quantity;
  DeclaredField declared;
};

std::vector<DataField> list_fields(const ForcingSettings& forcing) {
  std::vector<DataField> fields;
  const auto add = [&](bool is_given, ForcingQuantity quantity, FieldShape shape) {
    if (is_given)
      fields.push_back(
          {quantity, {std::string(coupled_name_of(quantity)), std::string(unit_of(quantity)), shape, 4}});
  };
  add(forcing.wind.kind != WindKind::none, ForcingQuantity::wind, FieldShape::vector);
  add(forcing.current.kind != CurrentKind::none, ForcingQuantity::current, FieldShape::vector);
  add(forcing.water_level.kind != ScalarKind::none, ForcingQuantity::water_level, FieldShape::scalar);
  add(forcing.ice.kind != ScalarKind::none, ForcingQuantity::ice, FieldShape::scalar);
  add(forcing.air_density.kind != ScalarKind::none, ForcingQuantity::air_density, FieldShape::scalar);
  return fields;
}

class DataComponent final : public CoupledComponent {
 public:
  DataComponent(std::filesystem::path file, DataSettings settings, std::vector<std::filesystem::path> inputs)
      : settings_(std::move(settings)), inputs_(std::move(inputs)), fields_(list_fields(settings_.forcing)) {
    inputs_.push_back(std::move(file));
  }

  ComponentClock clock() const override {
    return {settings_.date(settings_.time.start), settings_.date(settings_.time.end), settings_.time.step};
  }
  std::vector<DeclaredField> gives() const override {
    std::vector<DeclaredField> gives;
    for (const DataField& field : fields_) gives.push_back(field.declared);
    return gives;
  }
  std::vector<DeclaredField> takes() const override { return {}; }
  std::vector<std::filesystem::path> inputs() const override { return inputs_; }

  void prepare(const Communicator& ranks, const DateTime& from) override {
    blocks_ = make_model_mesh(settings_.mesh, ranks);
    forcing_.emplace(settings_.forcing, ForcingCells{blocks_.rows.lon_cell, blocks_.rows.lat_cell},
                     clock().start, clock().end, &ranks, from);
    forcing_->update(from);
  }
  CouplingGrid grid() const override { return make_coupling_grid(blocks_, "data"); }
  std::vector<std::string> describe() const override { return forcing_->describe(); }
  void put(Coupler& coupler) override {
    for (const DataField& field : fields_)
      if (coupler.wants(field.declared.name))
        coupler.put(field.declared.name, forcing_->values(field.quantity));
  }
  void step(Coupler& coupler) override {
    forcing_->update(TimeInterval{coupler.now(), coupler.now() + settings_.time.step});
  }

 private:
  DataSettings settings_;
  std::vector<std::filesystem::path> inputs_;
  std::vector<DataField> fields_;
  MeshBlocks blocks_;
  std::optional<Forcing> forcing_;
};

}  // namespace

std::unique_ptr<CoupledComponent> read_data_component(const std::filesystem::path& file,
                                                      const std::vector<std::string>& overrides) {
  DataSettings settings;
  OptionTable table = make_data_table(settings);
  table.read_file(file);
  table.read_overrides(overrides);
  table.use_calendar(settings.time.calendar);
  auto inputs = table.input_paths();
  auto component = std::make_unique<DataComponent>(file, settings, std::move(inputs));
  for (const DataField& field : list_fields(settings.forcing))
    require(!settings.forcing.are_coupled()[std::size_t(field.quantity)], "'", file.string(),
            "': the kind of ", field.declared.name,
            " is coupled, but a component of kind data takes nothing; name a file or a formula");
  return component;
}

}  // namespace groundswell
