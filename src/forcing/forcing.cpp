// SPDX-License-Identifier: Apache-2.0
#include "forcing/forcing.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/analytic_wind.hpp"
#include "forcing/best_track_wind.hpp"
#include "forcing/lat_lon_source.hpp"

namespace groundswell {
namespace {

using Source = std::unique_ptr<ForcingSource>;

// Index of the first array of a quantity and its number of components.
struct Place {
  std::size_t first, count;
};
constexpr std::array<Place, n_forcing_quantity> places{{{0, 2}, {2, 2}, {4, 1}, {5, 1}, {6, 1}}};

constexpr std::array<const char*, n_forcing_quantity> keys{"wind", "current", "water_level", "ice",
                                                           "wind.air_density"};

constexpr std::array<const QuantityNames& (*)(), n_forcing_quantity> all_names{
    wind_names, current_names, water_level_names, ice_names, air_density_names};

std::vector<double> as_vector(const std::array<double, 2>& components) {
  return {components[0], components[1]};
}

Source make_wind(const WindSettings& s, const ForcingCells& cells, const DateTime& start,
                 const DateTime& from, const DateTime& end, const Communicator* ranks) {
  switch (s.kind) {
    case WindKind::constant:
      return std::make_unique<ConstantSource>(as_vector(components_from(s.speed, s.from_degree)));
    case WindKind::turning:
      return std::make_unique<TurningWind>(s, start);
    case WindKind::vortex:
      return std::make_unique<VortexWind>(s.vortex, cells, start);
    case WindKind::best_track:
      return std::make_unique<BestTrackWind>(s.best_track, cells, from, end, ranks);
    case WindKind::file:
      require(!s.file.zero_where_missing,
              "missing wind cannot be taken as calm; restrict the mesh to where there is wind");
      return std::make_unique<LatLonSource>(s.file, wind_names(), cells, from, end, ranks);
    case WindKind::coupled:
    case WindKind::none:
      break;
  }
  return nullptr;
}

Source make_current(const CurrentSettings& s, const ForcingCells& cells, const DateTime& start,
                    const DateTime& end, const Communicator* ranks) {
  if (s.kind == CurrentKind::constant)
    return std::make_unique<ConstantSource>(as_vector(components_to(s.speed, s.to_degree)));
  if (s.kind == CurrentKind::file)
    return std::make_unique<LatLonSource>(s.file, current_names(), cells, start, end, ranks);
  return nullptr;
}

Source make_scalar(const ScalarForcingSettings& s, const QuantityNames& names, const ForcingCells& cells,
                   const DateTime& start, const DateTime& end, const Communicator* ranks) {
  if (s.kind == ScalarKind::constant) return std::make_unique<ConstantSource>(std::vector<double>{s.value});
  if (s.kind == ScalarKind::file)
    return std::make_unique<LatLonSource>(s.file, names, cells, start, end, ranks);
  return nullptr;
}

}  // namespace

std::string_view coupled_name_of(ForcingQuantity quantity) {
  constexpr std::array<std::string_view, n_forcing_quantity> names{"wind", "current", "water_level", "ice",
                                                                   "air_density"};
  return names[std::size_t(quantity)];
}

std::string_view unit_of(ForcingQuantity quantity) {
  return all_names[std::size_t(quantity)]().unit;
}

std::vector<View<const float>> Forcing::values(ForcingQuantity quantity) const {
  std::vector<View<const float>> components;
  const Place place = places[std::size_t(quantity)];
  for (std::size_t c = 0; c < place.count; ++c) components.push_back(values_[place.first + c].view());
  return components;
}

Forcing::Forcing(const ForcingSettings& settings, const ForcingCells& cells, const DateTime& start,
                 const DateTime& end, const Communicator* ranks, const std::optional<DateTime>& from,
                 ForcingSources given)
    : sources_(std::move(given)), cells_(cells), ice_threshold_(float(settings.ice_threshold)) {
  for (std::size_t q = 0; q < sources_.size(); ++q) {
    is_given_[q] = sources_[q] != nullptr;
    require(
        is_given_[q] || !settings.are_coupled()[q], keys[q], q == 4 ? "" : ".kind",
        " is coupled, but no other component gives it; choose another kind, run the case as a component of "
        "a job with a field that brings it, or let a program that makes the steps give it");
  }
  const DateTime first = from.value_or(start);
  const auto make = [&](ForcingQuantity quantity, const auto& make_source) {
    Source& source = sources_[std::size_t(quantity)];
    if (!source) source = make_source();
  };
  const auto scalar = [&](const ScalarForcingSettings& of, const QuantityNames& names) {
    return [&] { return make_scalar(of, names, cells, first, end, ranks); };
  };
  make(ForcingQuantity::wind, [&] { return make_wind(settings.wind, cells, start, first, end, ranks); });
  make(ForcingQuantity::current, [&] { return make_current(settings.current, cells, first, end, ranks); });
  make(ForcingQuantity::water_level, scalar(settings.water_level, water_level_names()));
  make(ForcingQuantity::ice, scalar(settings.ice, ice_names()));
  make(ForcingQuantity::air_density, scalar(settings.air_density, air_density_names()));
  for (auto* all : {&first_values_, &values_})
    for (Array<float>& values : *all) values = Array<float>(cells.size());
}

void Forcing::update(const TimeInterval& interval) {
  for (std::size_t q = 0; q < sources_.size(); ++q) {
    if (!sources_[q]) continue;
    std::array<View<float>, 2> first, last;
    for (std::size_t c = 0; c < places[q].count; ++c) {
      first[c] = first_values_[places[q].first + c].view();
      last[c] = values_[places[q].first + c].view();
    }
    sources_[q]->update(interval,
                        {std::span(first).first(places[q].count), std::span(last).first(places[q].count)});
    if (is_given_[q]) check_given(q, interval.end);
  }
}

// Checks values as if they came from files. For a vector, its magnitude is checked.
void Forcing::check_given(std::size_t quantity, const DateTime& now) const {
  const QuantityNames& names = all_names[quantity]();
  const Place place = places[quantity];
  for (std::size_t cell = 0; cell < values_[place.first].size(); ++cell) {
    double value = values_[place.first][cell];
    if (place.count == 2) value = std::hypot(value, double(values_[place.first + 1][cell]));
    if (value >= names.least && value <= names.most) continue;  // the words of an error take long
    const std::string source = sources_[quantity]->describe();
    const std::string unit = names.unit == "1" ? "" : text(" ", names.unit);
    throw Error(text("the source of ", names.name, " that the model was given", source.empty() ? "" : " (",
                     source, source.empty() ? "" : ")", " has the value ", value, unit, " at ", now.iso(),
                     ", longitude ", cells_.lon[cell] / degree, ", latitude ", cells_.lat[cell] / degree,
                     "; values from ", names.least, " to ", names.most, " are possible"));
  }
}

void Forcing::list_state(StateList& list) {
  for (const Source& source : sources_)
    if (source) source->list_state(list);
}

std::vector<std::string> Forcing::describe() const {
  std::vector<std::string> lines;
  for (const Source& source : sources_)
    if (const std::string said = source ? source->describe() : ""; !said.empty()) lines.push_back(said);
  return lines;
}

std::vector<InputRecord> Forcing::find_inputs(const DateTime& from, const DateTime& until,
                                              const Communicator* ranks) const {
  std::vector<InputRecord> inputs;
  for (std::size_t q = 0; q < sources_.size(); ++q) {
    if (!sources_[q]) continue;
    std::optional<InputRecord> input = sources_[q]->find_input(from, until, ranks);
    if (!input) continue;
    input->role = keys[q];
    inputs.push_back(std::move(*input));
  }
  return inputs;
}

std::vector<bool> cells_with_wind(const WindSettings& settings, const ForcingCells& cells,
                                  const DateTime& start, const DateTime& end) {
  if (settings.kind != WindKind::file) return std::vector<bool>(cells.size(), true);
  return cells_with_values(settings.file, wind_names(), cells, start, end);
}

}  // namespace groundswell
