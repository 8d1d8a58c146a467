// SPDX-License-Identifier: Apache-2.0
#include "boundary/sea_shape.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "spectrum/shapes.hpp"

namespace groundswell {
namespace {

// Bounds on s in cos^2s: with a larger s, a sea would lie in a single direction of the grid; with a smaller
// s, it would spread over all directions.
constexpr double least_power = 0.5, largest_power = 500.0;

}  // namespace

SeaShape::SeaShape(const SeaShapeSettings& settings, const SpectralGrid& grid)
    : grid_(grid),
      gamma_(settings.gamma),
      width_(settings.width),
      wind_sea_(make_form(settings.wind_sea)),
      swell_(make_form(settings.swell)) {}

// Computes the period ratios from moments of the shape with its peak at 1 Hz, over all relevant frequencies.
SeaShape::Form SeaShape::make_form(SpectrumForm wanted) const {
  Form form;
  form.is_jonswap = wanted == SpectrumForm::jonswap;
  const JonswapShape jonswap{1.0, 1.0, gamma_};
  const GaussianShape gaussian{1.0, 1.0, width_};
  std::array<double, 4> m{};  // moments of order -1, 0, 1, 2
  const int n = 4000;
  const double first = std::log(0.2), step = (std::log(20.0) - first) / n;
  for (int i = 0; i < n; ++i) {
    const double f = std::exp(first + (i + 0.5) * step);
    const double e =
        (form.is_jonswap ? compute_jonswap(jonswap, f) : compute_gaussian(gaussian, f)) * f * step;
    for (int k = 0; k < 4; ++k) m[std::size_t(k)] += e * std::pow(f, k - 1);
  }
  form.period_ratio = {1.0, m[1] / m[0], m[2] / m[1], std::sqrt(m[3] / m[1])};
  return form;
}

void SeaShape::add(const SeaPart& part, bool is_swell, PeriodKind period, float* action) const {
  if (!(part.height > 0.0) || !(part.frequency > 0.0)) return;
  const Form& form = is_swell ? swell_ : wind_sea_;
  const double peak = std::clamp(part.frequency / form.period_ratio[std::size_t(period)],
                                 grid_.frequency().front(), grid_.frequency().back());
  const double power = std::clamp(2.0 / (part.spread * part.spread) - 1.0, least_power, largest_power);
  const JonswapShape jonswap{1.0, peak, gamma_};
  const GaussianShape gaussian{1.0, peak, width_ * peak};
  SpectrumShape shape;
  shape.frequency = [&](double f) {
    return form.is_jonswap ? compute_jonswap(jonswap, f) : compute_gaussian(gaussian, f);
  };
  shape.direction = [&](double theta) {
    return std::pow(std::abs(std::cos(0.5 * (theta - part.direction))), 2.0 * power);
  };
  shape.mean_direction = part.direction;
  const std::vector<float> made = make_action_of_height(grid_, shape, part.height);
  for (std::size_t bin = 0; bin < made.size(); ++bin) action[bin] += made[bin];
}

}  // namespace groundswell
