// SPDX-License-Identifier: Apache-2.0
#include "forcing/lat_lon_source.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

// The dates whose values a run needs: those of its period, one date, or the same month of all years.
NeededDates dates_of_run(const LatLonSeries& series, const ForcingFileSettings& settings,
                         const DateTime& start, const DateTime& end) {
  if (series.is_steady()) return {{0}, ""};
  if (settings.steady_month == 0) return find_needed_dates(series, settings, start, end);
  NeededDates out;
  for (std::size_t i = 0; i < series.dates().size(); ++i)
    if (series.dates()[i].parts().month == settings.steady_month) out.indices.push_back(i);
  if (out.indices.empty())
    out.problem = text("the ", series.name(), " has no date in month ", settings.steady_month,
                       ", whose mean should drive the run");
  return out;
}

LatLonSampler make_sampler(const ForcingFileSettings& settings, const QuantityNames& names,
                           const ForcingCells& cells, const std::pair<DateTime, DateTime>& period) {
  return LatLonSampler(LatLonSeries(settings, names, period.first, period.second), settings, cells);
}

// A steady date must exist in the run's calendar.
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
                           const ForcingCells& cells, const DateTime& start, const DateTime& end)
    : LatLonSource(make_sampler(settings, names, cells, period(settings, start, end)), settings, names, cells,
                   period(settings, start, end)) {}

LatLonSource::LatLonSource(LatLonSampler sampler, const ForcingFileSettings& settings,
                           const QuantityNames& names, const ForcingCells& cells,
                           std::pair<DateTime, DateTime> period)
    : sampler_(std::move(sampler)), names_(names), zero_where_missing_(settings.zero_where_missing) {
  const NeededDates needed = dates_of_run(sampler_.series(), settings, period.first, period.second);
  if (!needed.problem.empty()) throw Error(needed.problem);
  dates_ = needed.indices;
  before_ = make_slab();
  after_ = make_slab();
  for (std::size_t index : dates_) {
    load(after_, index);
    check_cells(cells, after_);
  }
  if (sampler_.series().is_steady() || settings.steady_month > 0) climate_ = mean_of_dates();
  if (settings.steady_at && climate_.values.empty()) {
    Slab climate = make_slab();
    blend(period.first, climate.views());
    climate_ = std::move(climate);
  }
}

LatLonSource::Slab LatLonSource::make_slab() const {
  Slab slab;
  for (int c = 0; c < sampler_.series().n_component(); ++c) slab.values.emplace_back(sampler_.n_cell());
  return slab;
}

void LatLonSource::load(Slab& slab, std::size_t index) {
  if (slab.index == index) return;
  const std::vector<View<float>> views = slab.views();
  sampler_.sample(index, views);
  slab.index = index;
  if (!zero_where_missing_) return;
  for (const View<float>& component : views)
    for (float& value : component)
      if (std::isnan(value)) value = 0.0f;
}

std::string LatLonSource::describe(const ForcingCells& cells, std::size_t cell, const Slab& slab) const {
  const LatLonSeries& series = sampler_.series();
  const std::string date = series.is_steady() ? "" : "at " + series.dates()[slab.index].iso() + " ";
  return text(date, "over the sea cell at longitude ", cells.lon[cell] / degree, ", latitude ",
              cells.lat[cell] / degree);
}

void LatLonSource::check_cells(const ForcingCells& cells, const Slab& slab) const {
  const LatLonSeries& series = sampler_.series();
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (std::isnan(slab.values[0][cell])) refuse_missing(cells, cell, slab);
    const bool is_vector = slab.values.size() == 2;
    const double value =
        is_vector ? std::hypot(slab.values[0][cell], slab.values[1][cell]) : double(slab.values[0][cell]);
    if (value >= names_.least && value <= names_.most) continue;
    throw Error(text("the ", names_.name, " is ", value, " ", names_.unit, " ", describe(cells, cell, slab),
                     " in '", series.file_of(slab.index), "', outside the allowed ", names_.least, " to ",
                     names_.most, " ", names_.unit, "; ", names_.beyond));
  }
}

void LatLonSource::refuse_missing(const ForcingCells& cells, std::size_t cell, const Slab& slab) const {
  const LatLonSeries& series = sampler_.series();
  require(sampler_.inside(cell), "the ", series.name(), " does not cover the sea cell at longitude ",
          cells.lon[cell] / degree, ", latitude ", cells.lat[cell] / degree, ": it has ",
          series.grid().extent(), "; restrict the mesh to it or give a file that covers the mesh");
  throw Error(
      text("the ", series.name(), " has no value ", describe(cells, cell, slab),
           ": the grid points around it are missing; restrict the mesh to where there are values at all "
           "dates, or give a file that covers the mesh"));
}

LatLonSource::Slab LatLonSource::mean_of_dates() {
  std::vector<std::vector<double>> sums(before_.values.size(), std::vector<double>(sampler_.n_cell(), 0.0));
  for (std::size_t index : dates_) {
    load(after_, index);
    for (std::size_t c = 0; c < sums.size(); ++c)
      for (std::size_t cell = 0; cell < sums[c].size(); ++cell) sums[c][cell] += after_.values[c][cell];
  }
  Slab mean = make_slab();
  for (std::size_t c = 0; c < sums.size(); ++c)
    for (std::size_t cell = 0; cell < sums[c].size(); ++cell)
      mean.values[c][cell] = float(sums[c][cell] / double(dates_.size()));
  return mean;
}

void LatLonSource::blend(const DateTime& now, std::span<const View<float>> values) {
  const auto [first, second, weight] = find_bracket(sampler_.series().dates(), dates_, now);
  if (before_.index != first && after_.index == first) std::swap(before_, after_);
  load(before_, first);
  load(after_, second);
  for (std::size_t c = 0; c < values.size(); ++c)
    for (std::size_t cell = 0; cell < values[c].size; ++cell)
      values[c][cell] = float((1.0 - weight) * before_.values[c][cell] + weight * after_.values[c][cell]);
}

void LatLonSource::update(const DateTime& now, std::span<const View<float>> values) {
  if (climate_.values.empty()) return blend(now, values);
  for (std::size_t c = 0; c < values.size(); ++c)
    std::copy(climate_.values[c].begin(), climate_.values[c].end(), values[c].begin());
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
  for (std::size_t index : dates_of_run(sampler.series(), settings, from, to).indices) {
    sampler.sample(index, views);
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
      if (std::isnan(views[0][cell])) covered[cell] = false;
  }
  return covered;
}

}  // namespace groundswell
