// SPDX-License-Identifier: Apache-2.0
#include "run/wave_coupling.hpp"

#include <memory>
#include <utility>

#include "base/error.hpp"
#include "model/model_fields.hpp"
#include "run/wave_fields.hpp"

namespace groundswell {

class WaveCoupling::Source final : public ForcingSource {
 public:
  Source(WaveCoupling& coupling, ForcingQuantity quantity)
      : coupling_(coupling), quantity_(quantity), name_(coupled_name_of(quantity)) {}

  void update(const TimeInterval& interval, const EndValues& values) override {
    if (!coupling_.has_values_) return fill_placeholder(quantity_, values);
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
  return make_coupled_sources(forcing_, [this](ForcingQuantity quantity, const LocalMesh& local) {
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

void WaveCoupling::give(Model& model, const std::function<void()>& meanwhile) {
  std::vector<const FieldInfo*> wanted;
  for (const FieldInfo& info : known_fields())
    if (info.part != VectorPart::north && coupler_.wants(std::string(info.name))) wanted.push_back(&info);
  if (!wanted.empty()) {
    ScopedTimer timer(model.measures().timers, "coupling.give");
    const auto values = compute_wave_fields(model, wanted);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      std::vector<View<const float>> parts;
      for (const std::vector<float>& part : values[i]) parts.push_back({part.data(), part.size()});
      coupler_.put(std::string(wanted[i]->name), std::move(parts));
    }
  }
  ScopedTimer timer(model.measures().timers, "coupling.send");
  coupler_.send(meanwhile);
}

}  // namespace groundswell
