// SPDX-License-Identifier: Apache-2.0
// The wave model as a source of output.
#pragma once

#include "model/model.hpp"
#include "output/run_output.hpp"
#include "output/time_statistics.hpp"
#include "run/nest_link.hpp"
#include "wave_output/wave_products.hpp"

namespace groundswell {

class ModelOutput final : public OutputSource {
 public:
  // Both references must outlive this object.
  ModelOutput(Model& model, TimeStatistics& statistics) : model_(model), statistics_(statistics) {}

  // Called after each step: updates the statistics with the current values.
  void end_step();
  void update(const DateTime& now, const std::vector<std::string>& names) override;
  View<const float> field(std::string_view name) const override;
  View<const float> field_of(const Product& product, std::string_view name) const override;
  // The spectrum: E [freq * dir] [m2 s rad-1], with directions counted counter-clockwise from geographic
  // east.
  void get_row(int cell, View<float> bins) const override;

 private:
  Model& model_;
  TimeStatistics& statistics_;
  const Diagnostics* diagnostics_ = nullptr;
};

// The text in the headers of the output files.
OutputHeader make_output_header(const std::string& title, const DateTime& start, const std::string& case_file,
                                const ParameterSettings& parameters);

// Returns a function that notifies nested runs in the same job of new dates; empty if there are no nested
// runs. The speaker must outlive the returned function.
AfterWriting after_writing(NestSpeaker* nested);

// The output products of a run of this model. Throws Error, on all ranks, for impossible output. Collective.
ProductList make_model_products(const OutputSettings& settings, Model& model);

}  // namespace groundswell
