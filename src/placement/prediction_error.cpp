// SPDX-License-Identifier: Apache-2.0
#include "placement/prediction_error.hpp"

#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/median.hpp"

namespace groundswell {

std::vector<PredictionError> compare_prediction(const NetworkModel& model, const NetworkModel& measured) {
  require(
      model.places() == measured.places(),
      "a network can predict only what was measured between its own places; give a file of the same places");
  std::vector<PredictionError> errors;
  for (int size = 0; size < int(measured.bytes().size()); ++size) {
    PredictionError error{.bytes = measured.bytes()[std::size_t(size)]};
    std::vector<double> predicted, seen, ratios;
    for (int a = 0; a < model.n_place(); ++a)
      for (int b = 0; b < model.n_place(); ++b) {
        const double seconds = measured.measured(size, a, b);
        if (a == b || std::isnan(seconds)) continue;
        seen.push_back(seconds);
        predicted.push_back(model.seconds(a, b, double(error.bytes)));
        ratios.push_back(seconds / predicted.back() - 1.0);
        if (error.from < 0 || std::abs(ratios.back()) > std::abs(error.most)) {
          error.most = ratios.back();
          error.from = a;
          error.to = b;
        }
      }
    if (ratios.empty()) continue;
    error.predicted = median(std::move(predicted));
    error.measured = median(std::move(seen));
    error.median = median(std::move(ratios));
    errors.push_back(error);
  }
  return errors;
}

}  // namespace groundswell
