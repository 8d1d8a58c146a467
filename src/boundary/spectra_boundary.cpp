// SPDX-License-Identifier: Apache-2.0
#include "boundary/spectra_boundary.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "boundary/spectrum_blend.hpp"
#include "forcing/needed_dates.hpp"

namespace groundswell {
namespace {

SeaMean turned(const SeaMean& mean, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {mean.m0, mean.frequency, c * mean.x - s * mean.y, s * mean.x + c * mean.y};
}

}  // namespace

SpectraBoundary::SpectraBoundary(const BoundaryFileSettings& settings, const OpenEdges& edges,
                                 const SpectralGrid& grid, const DateTime& start, const DateTime& end)
    : grid_(grid),
      edges_(edges),
      series_(settings.files, settings.variable, start.calendar()),
      remap_(series_.axes(), grid) {
  const std::vector<DateTime>& all = series_.points().dates();
  const std::ptrdiff_t first = std::ranges::upper_bound(all, start) - all.begin() - 1,
                       last = std::ranges::lower_bound(all, end) - all.begin();
  first_date_ = std::size_t(std::max<std::ptrdiff_t>(first, 0));
  last_date_ = std::min(std::size_t(last), all.size() - 1);
  stencils_ = make_edge_stencils(series_.points(), edges_, settings,
                                 [this](std::size_t place) { return has_values(place); });
  std::set<std::size_t> used;
  for (const EdgeStencil& stencil : stencils_)
    for (const StencilPlace& at : stencil) used.insert(at.place);
  places_.assign(used.begin(), used.end());
  check_dates(settings, start, end);
  for (Slab& slab : slabs_) slab.spectra = RowArray<float>(edges_.size(), std::size_t(grid_.n_bin()));
}

// At any date of the run.
bool SpectraBoundary::has_values(std::size_t place) {
  const auto known = has_values_.find(place);
  if (known != has_values_.end()) return known->second;
  bool found = false;
  for (std::size_t date = first_date_; date <= last_date_ && !found; ++date)
    found = !series_.read(place, date).empty();
  return has_values_[place] = found;
}

void SpectraBoundary::check_dates(const BoundaryFileSettings& settings, const DateTime& start,
                                  const DateTime& end) {
  const DatedSeries series{"boundary of " + series_.points().name(), series_.points().dates(),
                           [this](std::size_t date) { return missing_at(date); }};
  const NeededDates needed =
      find_needed_dates(series, {settings.interpolate_gaps, settings.max_gap}, start, end);
  if (!needed.problem.empty()) throw Error(needed.problem);
  dates_ = needed.indices;
  for (const std::size_t date : dates_) check_edges(date);
}

// Any place of the files counts, so that all ranks agree; those that are used come first, for they are most
// likely read.
std::string SpectraBoundary::missing_at(std::size_t date) const {
  const auto has = [&](std::size_t place) { return !series_.read(place, date).empty(); };
  if (std::ranges::any_of(places_, has)) return "";
  for (std::size_t place = 0; place < series_.points().n_place(); ++place)
    if (has(place)) return "";
  return series_.points().layout(0).variable;
}

void SpectraBoundary::check_edges(std::size_t date) const {
  const auto places = read_places(date);
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) {
    if (stencils_[edge].empty()) continue;
    const bool any = std::ranges::any_of(stencils_[edge], [&](const StencilPlace& at) {
      return at.weight > 0.0 && !places.at(at.place).density.empty();
    });
    require(any, "the boundary of ", series_.points().name(), " has no spectrum at ",
            series_.points().dates()[date].iso(), " around the open edge at ", edges_.place(edge),
            ": its places there are missing at that date; give files that have them");
  }
}

std::map<std::size_t, SpectraBoundary::PlaceSpectrum> SpectraBoundary::read_places(std::size_t date) const {
  std::map<std::size_t, PlaceSpectrum> spectra;
  for (const std::size_t place : places_) {
    PlaceSpectrum& spectrum = spectra[place];
    spectrum.density = series_.read(place, date);
    if (!spectrum.density.empty()) spectrum.mean = remap_.mean(spectrum.density);
  }
  return spectra;
}

void SpectraBoundary::write_edge(std::size_t edge, const std::map<std::size_t, PlaceSpectrum>& places,
                                 float* action) const {
  std::vector<WeightedSea> seas;
  std::vector<const StencilPlace*> used;
  double sum = 0.0;
  for (const StencilPlace& at : stencils_[edge]) {
    const PlaceSpectrum& spectrum = places.at(at.place);
    if (spectrum.density.empty() || at.weight <= 0.0) continue;
    seas.push_back({turned(spectrum.mean, at.turn), at.weight});
    used.push_back(&at);
    sum += at.weight;
  }
  const std::vector<SpectrumChange> changes = match_seas(seas);
  std::vector<double> energy(std::size_t(grid_.n_bin()), 0.0);
  for (std::size_t i = 0; i < used.size(); ++i)
    remap_.add(places.at(used[i]->place).density,
               {changes[i].turn + used[i]->turn - edges_.frame_angle[edge], changes[i].frequency_factor},
               used[i]->weight / sum, energy);
  write_action(grid_, energy, action);
}

void SpectraBoundary::load(Slab& slab, std::size_t date) const {
  if (slab.date == date) return;
  const auto places = read_places(date);
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) write_edge(edge, places, slab.spectra.row(edge));
  slab.date = date;
}

void SpectraBoundary::update(const DateTime& now, const Rows<float>& spectra) {
  const auto [first, second, weight] = find_bracket(series_.points().dates(), dates_, now);
  if (slabs_[0].date != first && slabs_[1].date == first) std::swap(slabs_[0], slabs_[1]);
  load(slabs_[0], first);
  load(slabs_[1], second);
  const float w = float(weight);
  for (std::size_t edge = 0; edge < edges_.size(); ++edge) {
    const float *before = slabs_[0].spectra.row(edge), *after = slabs_[1].spectra.row(edge);
    float* out = spectra.row(edge);
    for (std::size_t bin = 0; bin < spectra.n_col; ++bin)
      out[bin] = (1.0f - w) * before[bin] + w * after[bin];
  }
}

}  // namespace groundswell
