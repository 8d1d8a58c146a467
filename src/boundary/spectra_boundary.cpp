// SPDX-License-Identifier: Apache-2.0
#include "boundary/spectra_boundary.hpp"

#include <cmath>

#include "base/error.hpp"
#include "boundary/spectrum_blend.hpp"

namespace groundswell {
namespace {

SeaMean turned(const SeaMean& mean, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {mean.m0, mean.frequency, c * mean.x - s * mean.y, s * mean.x + c * mean.y};
}

}  // namespace

SpectraBoundary::SpectraBoundary(const WaveFileSettings& settings, const TargetPlaces& targets,
                                 const SpectralGrid& grid, const DateTime& start, const DateTime& end,
                                 const std::optional<DateTime>& from)
    : reach_(DatedPlaces::describe_reach(settings)),
      grid_(grid),
      frame_angle_(targets.frame_angle),
      series_(settings.files, settings.variable, start.calendar(), settings.expected_dates),
      remap_(series_.axes(), grid),
      where_(
          series_.points(), settings, targets, start, end,
          [this](std::size_t place, std::size_t date) {
            // load() checks the values of dates that are not yet written.
            return !series_.points().has(date) || has_sea(place, date);
          },
          from),
      fingerprints_(targets) {
  for (Slab& slab : slabs_) slab.spectra = RowArray<float>(targets.size(), std::size_t(grid_.n_bin()));
}

std::string SpectraBoundary::describe_oddity() const {
  const int n_sector = count_left_out_sectors(series_.axes().direction);
  if (n_sector < 2) return "";
  const PointSeries& points = series_.points();
  return text("the directions of the spectra '", points.layout(0).variable, "' of ", points.name(),
              " are so unevenly spaced that they count as leaving out ", n_sector,
              " sectors, in which no waves enter; if the file is meant to cover all directions, interpolate "
              "its spectra to evenly spaced ones");
}

bool SpectraBoundary::has_sea(std::size_t place, std::size_t date) const {
  const std::vector<float> density = series_.read(place, date);
  if (density.empty()) return false;
  const double height = 4.0 * std::sqrt(remap_.mean(density).m0);
  if (height <= highest_sea) return true;
  const PointSeries& points = series_.points();
  const PointSeries::Slot slot = *points.find(place, date);
  throw Error(text("the spectrum of '", points.layout(slot.file).variable, "' of '",
                   points.reader(slot.file).path(), "' at ", points.dates()[date].iso(), " at ",
                   points.describe_place(place), " has a significant height of ", height, " m, above ",
                   highest_sea, " m; correct its units, or name its missing values in _FillValue"));
}

void SpectraBoundary::write_target(std::size_t target, const std::map<std::size_t, PlaceSpectrum>& places,
                                   float* action) const {
  std::vector<WeightedSea> seas;
  std::vector<const StencilPlace*> used;
  double sum = 0.0;
  for (const StencilPlace& at : where_.stencils()[target]) {
    const PlaceSpectrum& spectrum = places.at(at.place);
    if (spectrum.density.empty() || at.weight <= 0.0) continue;
    seas.push_back({turned(spectrum.mean, at.turn), at.weight});
    used.push_back(&at);
    sum += at.weight;
  }
  require(sum > 0.0 || where_.stencils()[target].empty(), "the file of waves ", series_.points().name(),
          " has no values at a date around an open edge; give files that have them");
  const std::vector<SpectrumChange> changes = match_seas(seas);
  std::vector<double> energy(std::size_t(grid_.n_bin()), 0.0);
  for (std::size_t i = 0; i < used.size(); ++i)
    remap_.add(places.at(used[i]->place).density,
               {changes[i].turn + used[i]->turn - frame_angle_[target], changes[i].frequency_factor},
               used[i]->weight / sum, energy);
  write_action(grid_, energy, action);
}

void SpectraBoundary::load(Slab& slab, std::size_t date) {
  if (slab.date == date) return;
  const bool is_new = !series_.points().has(date);
  if (is_new) series_.points().look_again_for(date);
  std::map<std::size_t, PlaceSpectrum> spectra;
  for (const std::size_t place : where_.places()) {
    PlaceSpectrum& spectrum = spectra[place];
    if (is_new) has_sea(place, date);  // rejects impossible heights
    spectrum.density = series_.read(place, date);
    if (!spectrum.density.empty()) spectrum.mean = remap_.mean(spectrum.density);
  }
  for (std::size_t target = 0; target < frame_angle_.size(); ++target)
    write_target(target, spectra, slab.spectra.row(target));
  slab.date = date;
  fingerprints_.look_at(date, series_.points(), where_.stencils(),
                        [&](std::size_t place, std::size_t, ValuesHash& hash) {
                          return add_values(spectra.at(place).density, hash);
                        });
}

bool SpectraBoundary::add_values(const std::vector<float>& density, ValuesHash& hash) {
  for (const float value : density) hash.add(value);
  return !density.empty();
}

std::optional<InputRecord> SpectraBoundary::find_input(const Communicator& ranks, const DateTime& from,
                                                       const DateTime& until) {
  return fingerprints_.find_input(ranks, from, until, series_.points(), where_.stencils(),
                                  [this](std::size_t place, std::size_t date, ValuesHash& hash) {
                                    return add_values(series_.read(place, date), hash);
                                  });
}

void SpectraBoundary::supply(const DateTime& now, const Rows<float>& spectra) {
  const auto [first, second, weight] = where_.bracket(series_.points(), now);
  if (slabs_[0].date != first && slabs_[1].date == first) std::swap(slabs_[0], slabs_[1]);
  load(slabs_[0], first);
  const float w = float(weight);
  if (w > 0.0f) load(slabs_[1], second);  // otherwise `second` may not have been written yet
  for (std::size_t target = 0; target < frame_angle_.size(); ++target) {
    const float* before = slabs_[0].spectra.row(target);
    const float* after = w > 0.0f ? slabs_[1].spectra.row(target) : before;
    float* out = spectra.row(target);
    for (std::size_t bin = 0; bin < spectra.n_col; ++bin)
      out[bin] = (1.0f - w) * before[bin] + w * after[bin];
  }
}

}  // namespace groundswell
