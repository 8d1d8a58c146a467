// SPDX-License-Identifier: Apache-2.0
#include "run/model_output.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/version.hpp"
#include "model/model_fields.hpp"

namespace groundswell {

void ModelOutput::update(const DateTime& now, const std::vector<std::string>& names) {
  ensure(model_.state().now == now, "output was requested at ", now.iso(), " but the model is at ",
         model_.state().now.iso());
  std::vector<std::string> at_once;
  for (const std::string& name : names)
    if (find_named(fields_and_statistics(), name, "field").statistic == TimeStatistic::none)
      at_once.push_back(name);
  diagnostics_ = &model_.diagnose(at_once);
  statistics_.close(now);
}

void ModelOutput::end_step() {
  const DateTime& now = model_.state().now;
  const std::vector<std::string> names = statistics_.sources(now);
  if (names.empty()) return;
  ScopedTimer timer(model_.measures().timers, "output.statistics");
  const Diagnostics& diagnostics = model_.diagnose(names);
  statistics_.add(now, [&](const std::string& name) { return diagnostics.field(name); });
}

View<const float> ModelOutput::field_of(const Product& product, std::string_view name) const {
  const std::optional<View<const float>> statistic = statistics_.find(product.path(), name);
  return statistic ? *statistic : field(name);
}

View<const float> ModelOutput::field(std::string_view name) const {
  ensure(diagnostics_ != nullptr, "a field is requested before the update of its date");
  return diagnostics_->field(std::string(name));
}

void ModelOutput::get_row(int cell, View<float> bins) const {
  const auto i = std::size_t(cell);
  const std::vector<float> spectrum =
      make_variance_spectrum(model_.grid(), model_.state().action.row(i), model_.frame_angle()[i]);
  std::ranges::copy(spectrum, bins.begin());
}

OutputHeader make_output_header(const std::string& title, const DateTime& start, const std::string& case_file,
                                const ParameterSettings& parameters) {
  OutputHeader header;
  header.title = title;
  header.source = text("Groundswell ", version(), " (", commit(), ")");
  header.history = text("groundswell run ", case_file);
  header.start = start.iso();
  header.depths = parameters.stokes_depths;
  return header;
}

AfterWriting after_writing(NestSpeaker* nested) {
  if (nested == nullptr) return {};
  return
      [nested](Product& product, const std::optional<DateTime>& until) { nested->written(product, until); };
}

ProductList make_model_products(const OutputSettings& settings, Model& model) {
  return make_wave_products(settings,
                            {model.domain().communicator, model.local(), fields_and_statistics(),
                             model.diagnose({}).names(), model.period().begin, model.period().end},
                            {model.grid().frequency(), model.grid().direction()});
}

}  // namespace groundswell
