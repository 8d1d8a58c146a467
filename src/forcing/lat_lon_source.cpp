// SPDX-License-Identifier: Apache-2.0
#include "forcing/lat_lon_source.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <system_error>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"
#include "forcing/date_survey.hpp"

namespace groundswell {
namespace {

// The dates whose values a run needs: those around its period or around a steady date, or those of one month
// in all years. `empty_variable` is LatLonSeries::empty_variable, or returns what is already known.
template <class EmptyVariable>
NeededDates dates_of_run(const LatLonSeries& series, const ForcingFileSettings& settings,
                         const DateTime& start, const DateTime& end, const EmptyVariable& empty_variable) {
  if (series.is_steady()) return {{0}, ""};
  if (settings.steady_month == 0)
    return find_needed_dates({series.name(), series.dates(), empty_variable},
                             {settings.interpolate_gaps, settings.max_gap}, start, end);
  NeededDates out;
  for (std::size_t i = 0; i < series.dates().size(); ++i)
    if (series.dates()[i].parts().month == settings.steady_month) out.indices.push_back(i);
  if (out.indices.empty())
    out.problem = text("the ", series.name(), " has no date in month ", settings.steady_month,
                       ", whose mean should drive the run");
  return out;
}

std::vector<std::size_t> indices_of(const NeededDates& needed) {
  if (!needed.problem.empty()) throw Error(needed.problem);
  return needed.indices;
}

LatLonSampler make_sampler(const ForcingFileSettings& settings, const QuantityNames& names,
                           const ForcingCells& cells, const std::pair<DateTime, DateTime>& period) {
  return LatLonSampler(LatLonSeries(settings, names, period.first, period.second), settings, cells);
}

// The period for which dates are needed: that of the run, or only the steady date, which must exist in the
// run's calendar.
std::pair<DateTime, DateTime> period(const ForcingFileSettings& settings, const DateTime& start,
                                     const DateTime& end) {
  if (!settings.steady_at) return {start, end};
  const auto date = in_calendar(*settings.steady_at, start.calendar());
  require(date.has_value(), "the steady date ", settings.steady_at->iso(),
          " does not exist in the run's calendar");
  return {*date, *date};
}

}  // namespace

std::vector<View<float>> LatLonSource::Slab::views() {
  std::vector<View<float>> out;
  for (Array<float>& component : values) out.push_back(component.view());
  return out;
}

LatLonSource::LatLonSource(const ForcingFileSettings& settings, const QuantityNames& names,
                           const ForcingCells& cells, const DateTime& start, const DateTime& end,
                           const Communicator* ranks)
    : names_(names), zero_where_missing_(settings.zero_where_missing) {
  std::optional<std::pair<DateTime, DateTime>> of_run;
  run_together(ranks, [&] {
    of_run = period(settings, start, end);
    sampler_.emplace(make_sampler(settings, names, cells, *of_run));
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      lon_.push_back(cells.lon[cell] / degree);
      lat_.push_back(cells.lat[cell] / degree);
    }
  });
  fingerprint_.emplace(sampler_->series(), sampler_->used(), ranks);
  if (!sampler_->series().is_steady() && settings.steady_month == 0) {
    find_dates(settings, *of_run, ranks);
    return;
  }
  run_together(ranks, [&] {
    const auto none = [](std::size_t) { return std::string(); };
    dates_ = indices_of(dates_of_run(sampler_->series(), settings, of_run->first, of_run->second, none));
    climate_ = mean_of_dates();
  });
}

// All ranks first survey the grid, then each rank checks its own cells at the first date and at doubtful
// dates.
void LatLonSource::find_dates(const ForcingFileSettings& settings,
                              const std::pair<DateTime, DateTime>& period, const Communicator* ranks) {
  const LatLonSeries& series = sampler_->series();
  const DateTime &start = period.first, &end = period.second;
  const DateSurvey survey(series, *fingerprint_, names_, zero_where_missing_,
                          find_dates_around(series.dates(), start, end), ranks);
  known_ = survey.fingerprints();
  run_together(ranks, [&] {
    dates_ = indices_of(dates_of_run(series, settings, start, end,
                                     [&](std::size_t index) { return survey.empty_variable(index); }));
  });
  for (const std::size_t index : dates_)
    if (survey.is_doubtful(index))
      run_together(ranks, [&] { load(index == dates_.front() ? before_ : after_, index); });
  if (!settings.steady_at) return;
  run_together(ranks, [&] {
    Slab climate = make_slab();
    blend(start, climate.views());
    climate_ = std::move(climate);
  });
}

LatLonSource::Slab LatLonSource::make_slab() const {
  Slab slab;
  for (int c = 0; c < sampler_->series().n_component(); ++c) slab.values.emplace_back(sampler_->n_cell());
  return slab;
}

LatLonSource::Slab LatLonSource::read(std::size_t index) const {
  Slab slab = make_slab();
  slab.index = index;
  const std::vector<View<float>> views = slab.views();
  sampler_->sample(index, views);
  if (zero_where_missing_)
    for (const View<float>& component : views)
      for (float& value : component)
        if (std::isnan(value)) value = 0.0f;
  check_cells(slab);
  return slab;
}

void LatLonSource::load(Slab& slab, std::size_t index) {
  if (slab.index == index) return;
  slab = index == ahead_index_ && ahead_.valid() ? ahead_.get() : read(index);
}

void LatLonSource::read_ahead(std::size_t index) {
  const auto next = std::upper_bound(dates_.begin(), dates_.end(), index);
  if (next == dates_.end() || (*next == ahead_index_ && ahead_.valid())) return;
  try {
    ahead_ = std::async(std::launch::async, [this, at = *next] { return read(at); });
    ahead_index_ = *next;
  } catch (const std::system_error&) {
    // No thread is available: the date is read when it is needed.
  }
}

std::string LatLonSource::describe(std::size_t cell, const Slab& slab) const {
  const LatLonSeries& series = sampler_->series();
  const std::string date = series.is_steady() ? "" : "at " + series.dates()[slab.index].iso() + " ";
  return text(date, "over the sea cell at longitude ", lon_[cell], ", latitude ", lat_[cell]);
}

void LatLonSource::check_cells(const Slab& slab) const {
  const LatLonSeries& series = sampler_->series();
  for (std::size_t cell = 0; cell < lon_.size(); ++cell) {
    if (std::isnan(slab.values[0][cell])) refuse_missing(cell, slab);
    const bool is_vector = slab.values.size() == 2;
    const double value =
        is_vector ? std::hypot(slab.values[0][cell], slab.values[1][cell]) : double(slab.values[0][cell]);
    if (value >= names_.least && value <= names_.most) continue;
    throw Error(text("the ", names_.name, " is ", value, " ", names_.unit, " ", describe(cell, slab), " in '",
                     series.file_of(slab.index), "', outside the allowed ", names_.least, " to ", names_.most,
                     " ", names_.unit, "; ", names_.beyond));
  }
}

void LatLonSource::refuse_missing(std::size_t cell, const Slab& slab) const {
  const LatLonSeries& series = sampler_->series();
  require(sampler_->inside(cell), "the ", series.name(), " does not cover the sea cell at longitude ",
          lon_[cell], ", latitude ", lat_[cell], ": it has ", series.grid().extent(),
          "; restrict the mesh to it or give a file that covers the mesh");
  throw Error(
      text("the ", series.name(), " has no value ", describe(cell, slab),
           ": the grid points around it are missing; restrict the mesh to where there are values at all "
           "dates, or give a file that covers the mesh"));
}

LatLonSource::Slab LatLonSource::mean_of_dates() const {
  Slab mean = make_slab();
  std::vector<std::vector<double>> sums(mean.values.size(), std::vector<double>(sampler_->n_cell(), 0.0));
  for (std::size_t index : dates_) {
    const Slab slab = read(index);
    for (std::size_t c = 0; c < sums.size(); ++c)
      for (std::size_t cell = 0; cell < sums[c].size(); ++cell) sums[c][cell] += slab.values[c][cell];
  }
  for (std::size_t c = 0; c < sums.size(); ++c)
    for (std::size_t cell = 0; cell < sums[c].size(); ++cell)
      mean.values[c][cell] = float(sums[c][cell] / double(dates_.size()));
  return mean;
}

void LatLonSource::blend(const DateTime& now, std::span<const View<float>> values) {
  const auto [first, second, weight] = find_bracket(sampler_->series().dates(), dates_, now);
  if (before_.index != first && after_.index == first) std::swap(before_, after_);
  load(before_, first);
  load(after_, second);
  read_ahead(second);
  for (std::size_t c = 0; c < values.size(); ++c)
    for (std::size_t cell = 0; cell < values[c].size; ++cell)
      values[c][cell] = float((1.0 - weight) * before_.values[c][cell] + weight * after_.values[c][cell]);
}

void LatLonSource::supply(const DateTime& now, std::span<const View<float>> values) {
  if (climate_.values.empty()) return blend(now, values);
  for (std::size_t c = 0; c < values.size(); ++c)
    std::copy(climate_.values[c].begin(), climate_.values[c].end(), values[c].begin());
}

std::vector<std::uint64_t> LatLonSource::fingerprints(const std::vector<std::size_t>& dates,
                                                      const Communicator* ranks) {
  std::vector<std::size_t> unknown;
  std::ranges::copy_if(dates, std::back_inserter(unknown), [&](auto date) { return !known_.contains(date); });
  if (!unknown.empty()) {
    const std::vector<std::uint64_t> found = fingerprint_->of_dates(unknown, ranks);
    for (std::size_t i = 0; i < unknown.size(); ++i) known_[unknown[i]] = found[i];
  }
  std::vector<std::uint64_t> all;
  for (const std::size_t date : dates) all.push_back(known_.at(date));
  return all;
}

std::optional<InputRecord> LatLonSource::find_input(const DateTime& from, const DateTime& until,
                                                    const Communicator* ranks) {
  const LatLonSeries& series = sampler_->series();
  InputRecord record{"", "the " + series.name(), !climate_.values.empty(), {}};
  if (record.is_steady) {
    ValuesHash all;
    for (const std::uint64_t each : fingerprints(dates_, ranks)) all.add_word(each);
    record.fingerprints[0] = all.value();
  } else {
    record.fingerprints = find_fingerprints(series.dates(), from, until,
                                            [&](const auto& dates) { return fingerprints(dates, ranks); });
  }
  return record;
}

std::vector<bool> cells_with_values(const ForcingFileSettings& settings, const QuantityNames& names,
                                    const ForcingCells& cells, const DateTime& start, const DateTime& end) {
  const auto [from, to] = period(settings, start, end);
  const LatLonSampler sampler = make_sampler(settings, names, cells, {from, to});
  std::vector<bool> covered(cells.size(), true);
  std::vector<Array<float>> values;
  std::vector<View<float>> views;
  for (int c = 0; c < sampler.series().n_component(); ++c)
    views.push_back(values.emplace_back(cells.size()).view());
  const auto empty_variable = [&](std::size_t index) { return sampler.series().empty_variable(index); };
  for (std::size_t index : dates_of_run(sampler.series(), settings, from, to, empty_variable).indices) {
    sampler.sample(index, views);
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
      if (std::isnan(views[0][cell])) covered[cell] = false;
  }
  return covered;
}

}  // namespace groundswell
