// SPDX-License-Identifier: Apache-2.0
#include "forcing/forcing.hpp"

#include "base/error.hpp"
#include "forcing/analytic_wind.hpp"
#include "forcing/lat_lon_source.hpp"

namespace groundswell {
namespace {

using Source = std::unique_ptr<ForcingSource>;

// Which arrays hold the components of a quantity.
struct Place {
  std::size_t first, count;
};
constexpr std::array<Place, n_forcing_quantity> places{{{0, 2}, {2, 2}, {4, 1}, {5, 1}, {6, 1}}};

constexpr std::array<const char*, n_forcing_quantity> keys{"wind", "current", "water_level", "ice",
                                                           "wind.air_density"};

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
    case WindKind::file:
      require(!s.file.zero_where_missing,
              "missing wind cannot be taken as calm; restrict the mesh to where there is wind");
      return std::make_unique<LatLonSource>(s.file, wind_names(), cells, from, end, ranks);
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

Forcing::Forcing(const ForcingSettings& settings, const ForcingCells& cells, const DateTime& start,
                 const DateTime& end, const Communicator* ranks, const std::optional<DateTime>& from)
    : sources_{make_wind(settings.wind, cells, start, from.value_or(start), end, ranks),
               make_current(settings.current, cells, from.value_or(start), end, ranks),
               make_scalar(settings.water_level, water_level_names(), cells, from.value_or(start), end,
                           ranks),
               make_scalar(settings.ice, ice_names(), cells, from.value_or(start), end, ranks),
               make_scalar(settings.air_density, air_density_names(), cells, from.value_or(start), end,
                           ranks)},
      ice_threshold_(float(settings.ice_threshold)) {
  for (Array<float>& values : values_) values = Array<float>(cells.size());
}

void Forcing::set_source(ForcingQuantity quantity, std::unique_ptr<ForcingSource> source) {
  sources_[std::size_t(quantity)] = std::move(source);
}

void Forcing::update(const DateTime& now) {
  for (std::size_t q = 0; q < sources_.size(); ++q) {
    if (!sources_[q]) continue;
    std::array<View<float>, 2> views;
    for (std::size_t c = 0; c < places[q].count; ++c) views[c] = values_[places[q].first + c].view();
    sources_[q]->update(now, std::span(views).first(places[q].count));
  }
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
