// SPDX-License-Identifier: Apache-2.0
#include "run/wave_coupling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

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

float placeholder_of(ForcingQuantity quantity) {
  return quantity == ForcingQuantity::air_density ? float(air_density) : 0.0f;
}

void fill(const EndValues& values, float value) {
  for (const auto& ends : {values.begin, values.end})
    for (const View<float>& view : ends) std::ranges::fill(view, value);
}

class Placeholder final : public ForcingSource {
 public:
  explicit Placeholder(ForcingQuantity quantity) : quantity_(quantity) {}
  void update(const TimeInterval&, const EndValues& values) override {
    fill(values, placeholder_of(quantity_));
  }
  std::string describe() const override {
    return text(coupled_name_of(quantity_), " from another component of its job");
  }

 private:
  ForcingQuantity quantity_;
};

// Sets the makers of the quantities of kind `coupled`.
template <class Make>
ModelSources make_sources(const ForcingSettings& forcing, Make make) {
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

FieldShape shape_of(const FieldInfo& info) {
  if (info.part != VectorPart::none) return FieldShape::vector;
  return info.form == FileForm::from_direction ? FieldShape::direction : FieldShape::scalar;
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

std::vector<DeclaredField> list_wave_gives() {
  std::vector<DeclaredField> gives;
  for (const FieldInfo& info : known_fields())
    if (info.part != VectorPart::north)
      gives.push_back({std::string(info.name), std::string(info.unit), shape_of(info)});
  return gives;
}

ModelSources make_placeholder_sources(const ForcingSettings& forcing) {
  return make_sources(forcing, [](ForcingQuantity quantity, const LocalMesh&) {
    return std::make_unique<Placeholder>(quantity);
  });
}

class WaveCoupling::Source final : public ForcingSource {
 public:
  Source(WaveCoupling& coupling, ForcingQuantity quantity)
      : coupling_(coupling), quantity_(quantity), name_(coupled_name_of(quantity)) {}

  void update(const TimeInterval& interval, const EndValues& values) override {
    if (!coupling_.has_values_) return fill(values, placeholder_of(quantity_));
    const auto get = [&](std::span<const View<float>> views, const DateTime& date) {
      if (!views.empty()) coupling_.coupler_.get<float>(name_, {views.begin(), views.end()}, date);
    };
    get(values.begin, interval.begin);
    get(values.end, interval.end);
  }
  std::string describe() const override {
    const CoupledFieldSettings& field = coupling_.coupler_.settings_of_taken(name_);
    const char* const how = field.use == CoupledUse::linear ? "linear between the dates"
                            : field.use == CoupledUse::next ? "that of the next date"
                                                            : "held until the next date";
    return text(name_, " from ", field.source, ", ", name_of(coupled_statistics, field.statistic), " every ",
                duration_text(field.period), ", ", how,
                field.lag > 0 ? text(", ", duration_text(field.lag), " later") : "");
  }

 private:
  WaveCoupling& coupling_;
  ForcingQuantity quantity_;
  std::string name_;
};

WaveCoupling::WaveCoupling(const ForcingSettings& forcing, const Communicator& ranks, CouplerSetup setup)
    : forcing_(forcing), coupler_(ranks, std::move(setup)), has_values_(!coupler_.setup().from.has_value()) {
  for (const DeclaredField& field : list_wave_takes(forcing))
    require(coupler_.takes(field.name), field.name,
            ".kind is coupled, but no field of the job (fields) brings '", field.name, "' to this component");
}

ModelSources WaveCoupling::sources() {
  return make_sources(forcing_, [this](ForcingQuantity quantity, const LocalMesh& local) {
    connect(local);
    return std::make_unique<Source>(*this, quantity);
  });
}

void WaveCoupling::connect(const LocalMesh& local) {
  if (!coupler_.is_connected()) coupler_.connect(make_coupling_grid(local, "waves"));
}

void WaveCoupling::restore() {
  coupler_.restore();
  has_values_ = true;
}

// Missing values, as those of the waves under ice, are given as 0.
void WaveCoupling::give(Model& model, const std::function<void()>& meanwhile) {
  std::vector<std::string> names;
  std::vector<const FieldInfo*> wanted;
  for (const FieldInfo& info : known_fields()) {
    if (info.part == VectorPart::north || !coupler_.wants(std::string(info.name))) continue;
    wanted.push_back(&info);
    names.emplace_back(info.name);
    if (!info.other_part.empty()) names.emplace_back(info.other_part);
  }
  if (!names.empty()) {
    ScopedTimer timer(model.measures().timers, "coupling.give");
    const Diagnostics& diagnostics = model.diagnose(names);
    for (const FieldInfo* info : wanted) {
      std::vector<std::vector<float>> parts;
      std::vector<View<const float>> views;
      for (const std::string_view name : {info->name, info->other_part}) {
        if (name.empty()) continue;
        const View<const float> field = diagnostics.field(std::string(name));
        parts.emplace_back(field.begin(), field.end());
        for (float& value : parts.back())
          if (!std::isfinite(value)) value = 0.0f;
      }
      for (const std::vector<float>& part : parts) views.push_back({part.data(), part.size()});
      coupler_.put(std::string(info->name), std::move(views));
    }
  }
  ScopedTimer timer(model.measures().timers, "coupling.send");
  coupler_.send(meanwhile);
}

}  // namespace groundswell
