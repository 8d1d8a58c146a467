// SPDX-License-Identifier: Apache-2.0
#include "forcing/analytic_wind.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

void fill(std::span<const View<float>> values, const std::array<double, 2>& wind) {
  for (std::size_t c = 0; c < 2; ++c) std::fill(values[c].begin(), values[c].end(), float(wind[c]));
}

}  // namespace

std::array<double, 2> components_from(double speed, double from_degree) {
  return {-speed * std::sin(from_degree * degree), -speed * std::cos(from_degree * degree)};
}

std::array<double, 2> components_to(double speed, double to_degree) {
  return {speed * std::sin(to_degree * degree), speed * std::cos(to_degree * degree)};
}

void ConstantSource::supply(const DateTime&, std::span<const View<float>> values) {
  for (std::size_t c = 0; c < values.size(); ++c)
    std::fill(values[c].begin(), values[c].end(), float(values_.at(c)));
}

TurningWind::TurningWind(const WindSettings& settings, const DateTime& start)
    : settings_(settings), start_(start) {
  const std::vector<WindStep>& steps = settings_.steps;
  for (std::size_t i = 1; i < steps.size(); ++i)
    require(steps[i].time > steps[i - 1].time, "step ", i + 1, " of the turning wind is at ", steps[i].time,
            " s, not after the previous step at ", steps[i - 1].time, " s; put the steps in order");
  require(steps.empty() || steps[0].time <= 0,
          "the turning wind has no value at the start of the run: its first step "
          "is at ",
          steps.empty() ? 0 : steps[0].time, " s; add one at 0 s");
}

WindStep TurningWind::at(std::int64_t time) const {
  const std::vector<WindStep>& steps = settings_.steps;
  if (steps.empty())
    return {time, settings_.speed, settings_.from_degree + settings_.turn_rate * double(time)};
  const auto later =
      std::find_if(steps.begin(), steps.end(), [time](const WindStep& step) { return step.time > time; });
  const WindStep& before = *(later - 1);
  if (later == steps.end()) return before;  // the last step holds from then on
  const double weight = double(time - before.time) / double(later->time - before.time);
  const double turn = std::remainder(later->from_degree - before.from_degree, 360.0);
  return {time, before.speed + weight * (later->speed - before.speed), before.from_degree + weight * turn};
}

void TurningWind::supply(const DateTime& now, std::span<const View<float>> values) {
  const WindStep wind = at(now - start_);
  fill(values, components_from(wind.speed, wind.from_degree));
}

VortexWind::VortexWind(const VortexSettings& settings, const ForcingCells& cells, const DateTime& start)
    : settings_(settings), date_(settings.date.value_or(start)), cells_(cells) {
  settings.check();
}

void VortexWind::supply(const DateTime& now, std::span<const View<float>> values) {
  const VortexSettings& s = settings_;
  const UnitVector centre = travelled_from(s.lon * degree, s.lat * degree, s.travel_to_degree * degree,
                                           s.travel_speed * double(now - date_) / earth_radius);
  cells_.write_wind(s, centre, s.lat < 0.0 ? -1.0 : 1.0,
                    components_from(s.background_speed, s.background_from_degree), values);
}

}  // namespace groundswell
