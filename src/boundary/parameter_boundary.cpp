// SPDX-License-Identifier: Apache-2.0
#include "boundary/parameter_boundary.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/error.hpp"

namespace groundswell {

SeaPart blend_parts(const std::vector<WeightedPart>& parts) {
  double weights = 0.0, energy = 0.0, frequency = 0.0, x = 0.0, y = 0.0, spread = 0.0;
  for (const auto& [part, weight] : parts) {
    const double e = weight * part.height * part.height;
    weights += weight;
    energy += e;
    frequency += e * part.frequency;
    x += e * std::cos(part.direction);
    y += e * std::sin(part.direction);
    spread += e * part.spread;
  }
  if (!(energy > 0.0)) return {};
  return {std::sqrt(energy / weights), frequency / energy, std::atan2(y, x), spread / energy};
}

ParameterBoundary::ParameterBoundary(const WaveFileSettings& settings, const TargetPlaces& targets,
                                     const SpectralGrid& grid, const DateTime& start, const DateTime& end,
                                     const std::optional<DateTime>& from)
    : reach_(DatedPlaces::describe_reach(settings)),
      series_(settings, start.calendar()),
      shape_(settings.shape, grid),
      frame_angle_(targets.frame_angle),
      where_(find_places(settings, targets, start, end, from)),
      fingerprints_(targets) {}

DatedPlaces ParameterBoundary::find_places(const WaveFileSettings& settings, const TargetPlaces& targets,
                                           const DateTime& start, const DateTime& end,
                                           const std::optional<DateTime>& from) const {
  bool reading = false;  // whether an error comes from reading
  const auto has_sea = [this, &reading](std::size_t place, std::size_t date) {
    reading = true;
    const SeaPart* parts = series_.at(date).data() + place * series_.n_part();
    reading = false;
    return std::any_of(parts, parts + series_.n_part(),
                       [](const SeaPart& p) { return !std::isnan(p.height); });
  };
  try {
    return DatedPlaces(series_.points(), settings, targets, start, end, has_sea, from);
  } catch (const Error& error) {
    if (reading || series_.n_part() == 1) throw;
    throw Error(text(error.what(),
                     " (only the wind sea and swells in the file are considered; with shape.parts: "
                     "false the sea as a whole is used)"));
  }
}

bool ParameterBoundary::add_values(std::size_t place, std::size_t date, ValuesHash& hash) const {
  bool any = false;
  const SeaPart* parts = series_.at(date).data() + place * series_.n_part();
  for (const SeaPart& part : std::span(parts, series_.n_part())) {
    any = any || !std::isnan(part.height);
    for (const double value : {part.height, part.frequency, part.direction, part.spread})
      hash.add(float(value));
  }
  return any;
}

std::optional<InputRecord> ParameterBoundary::find_input(const Communicator& ranks, const DateTime& from,
                                                         const DateTime& until) {
  return fingerprints_.find_input(ranks, from, until, series_.points(), where_.stencils(),
                                  [this](std::size_t place, std::size_t date, ValuesHash& hash) {
                                    return add_values(place, date, hash);
                                  });
}

void ParameterBoundary::supply(const DateTime& now, const Rows<float>& spectra) {
  const auto [first, second, weight] = where_.bracket(series_.points(), now);
  series_.at(first);  // read now, as reading it below could invalidate `after`
  const std::vector<SeaPart>&after = series_.at(second), &before = series_.at(first);
  for (const std::size_t date : {first, second})
    fingerprints_.look_at(
        date, series_.points(), where_.stencils(),
        [this](std::size_t place, std::size_t at, ValuesHash& hash) { return add_values(place, at, hash); });
  const std::size_t n_part = series_.n_part();
  std::vector<WeightedPart> around;
  for (std::size_t target = 0; target < frame_angle_.size(); ++target) {
    float* row = spectra.row(target);
    std::fill_n(row, spectra.n_col, 0.0f);
    for (std::size_t part = 0; part < n_part; ++part) {
      around.clear();
      for (const StencilPlace& at : where_.stencils()[target])
        for (const auto& [date, share] : {std::pair{&before, 1.0 - weight}, {&after, weight}}) {
          SeaPart known = (*date)[at.place * n_part + part];
          if (std::isnan(known.height)) continue;
          known.direction += at.turn;
          around.push_back({known, at.weight * share});
        }
      SeaPart here = blend_parts(around);
      here.direction -= frame_angle_[target];
      shape_.add(here, series_.is_swell(part), series_.period(part), row);
    }
  }
}

}  // namespace groundswell
