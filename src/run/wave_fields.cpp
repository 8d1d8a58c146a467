// SPDX-License-Identifier: Apache-2.0
#include "run/wave_fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "model/model_fields.hpp"

namespace groundswell {
namespace {

constexpr std::array all_quantities{ForcingQuantity::wind, ForcingQuantity::current,
                                    ForcingQuantity::water_level, ForcingQuantity::ice,
                                    ForcingQuantity::air_density};

bool is_vector(ForcingQuantity quantity) {
  return quantity == ForcingQuantity::wind || quantity == ForcingQuantity::current;
}

class Placeholder final : public ForcingSource {
 public:
  explicit Placeholder(ForcingQuantity quantity) : quantity_(quantity) {}
  void update(const TimeInterval&, const EndValues& values) override { fill_placeholder(quantity_, values); }
  std::string describe() const override {
    return text(coupled_name_of(quantity_), " from another component of its job");
  }

 private:
  ForcingQuantity quantity_;
};

FieldShape shape_of(const FieldInfo& info) {
  if (info.part != VectorPart::none) return FieldShape::vector;
  return info.form == FileForm::from_direction ? FieldShape::direction : FieldShape::scalar;
}

std::vector<std::string> names_of_parts(const FieldInfo& info) {
  std::vector<std::string> names{std::string(info.name)};
  if (!info.other_part.empty()) names.emplace_back(info.other_part);
  return names;
}

}  // namespace

std::vector<DeclaredField> list_wave_takes(const ForcingSettings& forcing) {
  std::vector<DeclaredField> takes;
  for (const ForcingQuantity quantity : all_quantities)
    if (forcing.are_coupled()[std::size_t(quantity)])
      takes.push_back({std::string(coupled_name_of(quantity)), std::string(unit_of(quantity)),
                       is_vector(quantity) ? FieldShape::vector : FieldShape::scalar});
  return takes;
}

std::vector<DeclaredField> list_wave_gives(const ModelSettings& model) {
  const ForcingSettings& forcing = model.forcing;
  const auto lacks = [&](const FieldInfo& info) {
    return info.depth_number > int(model.parameters.stokes_depths.size()) ||
           (!model.with_sources && is_of_sources(info.name)) ||
           (info.name == "ucur" && forcing.current.kind == CurrentKind::none) ||
           (info.name == "wlv" && forcing.water_level.kind == ScalarKind::none) ||
           (info.name == "ice" && forcing.ice.kind == ScalarKind::none);
  };
  std::vector<DeclaredField> gives;
  for (const FieldInfo& info : known_fields())
    if (info.part != VectorPart::north && !lacks(info))
      gives.push_back({std::string(info.name), std::string(info.unit), shape_of(info)});
  return gives;
}

const FieldInfo* find_wave_gives(const std::string& name) {
  for (const FieldInfo& info : known_fields())
    if (info.part != VectorPart::north && info.name == name) return &info;
  return nullptr;
}

ModelSources make_coupled_sources(
    const ForcingSettings& forcing,
    const std::function<std::unique_ptr<ForcingSource>(ForcingQuantity, const LocalMesh&)>& make) {
  ModelSources sources;
  const std::array makers{&sources.wind, &sources.current, &sources.water_level, &sources.ice,
                          &sources.air_density};
  for (const ForcingQuantity quantity : all_quantities)
    if (forcing.are_coupled()[std::size_t(quantity)])
      *makers[std::size_t(quantity)] = [make, quantity](const LocalMesh& local) {
        return make(quantity, local);
      };
  return sources;
}

ModelSources make_placeholder_sources(const ForcingSettings& forcing) {
  return make_coupled_sources(forcing, [](ForcingQuantity quantity, const LocalMesh&) {
    return std::make_unique<Placeholder>(quantity);
  });
}

void fill_placeholder(ForcingQuantity quantity, const EndValues& values) {
  const float value = quantity == ForcingQuantity::air_density ? float(air_density) : 0.0f;
  for (const auto& ends : {values.begin, values.end})
    for (const View<float>& view : ends) std::ranges::fill(view, value);
}

std::vector<std::vector<std::vector<float>>> compute_wave_fields(
    Model& model, const std::vector<const FieldInfo*>& fields) {
  std::vector<std::string> names;
  for (const FieldInfo* field : fields)
    for (std::string& name : names_of_parts(*field)) names.push_back(std::move(name));
  const Diagnostics& diagnostics = model.diagnose(names);
  std::vector<std::vector<std::vector<float>>> values;
  for (const FieldInfo* field : fields) {
    std::vector<std::vector<float>>& parts = values.emplace_back();
    for (const std::string& name : names_of_parts(*field)) {
      const View<const float> of_part = diagnostics.field(name);
      parts.emplace_back(of_part.begin(), of_part.end());
      for (float& value : parts.back())
        if (!std::isfinite(value)) value = 0.0f;
    }
  }
  return values;
}

}  // namespace groundswell
