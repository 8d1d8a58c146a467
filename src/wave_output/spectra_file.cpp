// SPDX-License-Identifier: Apache-2.0
// Spectra in the layout of WAVEWATCH III: nautical directions of travel, in descending order, because CF
// requires a monotonic axis; each date repeats the positions, which in the plane are x and y. The attribute
// `coordinates` is left out: with it wavespectra does not find the places, and CDO reads beyond the end of
// the positions. The dimension of the characters of names has no coordinate variable: with one, xarray would
// not join the characters.
#include "wave_output/spectra_file.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr auto name_width = std::int64_t(spectra_name_width);

struct AxisVariables {
  int station, name, frequency, direction;
};

AxisVariables define_axes(ParallelFile& file, int station, int letter, int frequency, int direction) {
  AxisVariables v{};
  v.station = add_described_variable(file, {"station", "", "", "station number"}, FileType::int32, {station});
  v.name = add_described_variable(file, {"station_name", "", "", "station name"}, FileType::text,
                                  {station, letter});
  v.frequency =
      add_described_variable(file, {"frequency", "s-1", "wave_frequency", "frequency of centre of band"},
                             FileType::float32, {frequency});
  v.direction = add_described_variable(
      file, {"direction", "degree", "sea_surface_wave_to_direction", "direction that waves go to"},
      FileType::float32, {direction});
  return v;
}

void write_axes(ParallelFile& file, const AxisVariables& v, const std::vector<Station>& stations,
                const SpectralAxes& axes, const std::vector<std::size_t>& order) {
  const std::int64_t n = std::int64_t(stations.size());
  std::vector<int> numbers(stations.size());
  std::iota(numbers.begin(), numbers.end(), 1);
  std::string names(stations.size() * std::size_t(name_width), '\0');
  for (std::size_t s = 0; s < stations.size(); ++s)
    cut_spectra_name(stations[s].name).copy(&names[s * std::size_t(name_width)], std::size_t(name_width));
  const std::vector<float> frequencies(axes.frequencies.begin(), axes.frequencies.end());
  std::vector<float> directions;
  for (const std::size_t dir : order)
    directions.push_back(float(nautical_to_direction(axes.directions[dir])));
  if (file.communicator().rank() == 0) {
    file.write(v.station, {{0}, {n}}, numbers.data());
    file.write(v.name, {{0, 0}, {n, name_width}}, names.data());
    file.write(v.frequency, {{0}, {std::int64_t(frequencies.size())}}, frequencies.data());
    file.write(v.direction, {{0}, {std::int64_t(directions.size())}}, directions.data());
  }
  file.flush();
}

// Indices of directions, sorted so that the nautical directions descend.
std::vector<std::size_t> find_order(const std::vector<double>& directions) {
  std::vector<std::size_t> order(directions.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, std::greater{},
                    [&](std::size_t dir) { return nautical_to_direction(directions[dir]); });
  return order;
}

}  // namespace

// In UTF-8 all bytes of a character except the first have the form 10xxxxxx.
std::string cut_spectra_name(const std::string& name) {
  std::size_t end = std::min(name.size(), spectra_name_width);
  while (end > 0 && end < name.size() && (name[end] & 0xc0) == 0x80) --end;
  return name.substr(0, end);
}

SpectraFile::SpectraFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
                         const FileTime& axis, const std::vector<Station>& stations, bool on_sphere,
                         const SpectralAxes& axes, const std::optional<DateTime>& keep_until,
                         const std::vector<VariableText>& columns)
    : dated_(communicator, path, header, axis, keep_until),
      n_frequency_(std::int64_t(axes.frequencies.size())),
      n_direction_(std::int64_t(axes.directions.size())),
      order_(find_order(axes.directions)) {
  ensure(axes.n_bin() > 0, "spectra should be written, but they have no axes");
  ParallelFile& file = dated_.file();
  const int time = dated_.time_dimension();
  const int station = file.add_dimension("station", std::int64_t(stations.size()));
  const int letter = file.add_dimension("string16", name_width);
  const int frequency = file.add_dimension("frequency", n_frequency_);
  const int direction = file.add_dimension("direction", n_direction_);
  const AxisVariables v = define_axes(file, station, letter, frequency, direction);
  const auto add = [&](const VariableText& text, const std::vector<int>& dimensions) {
    const int variable = add_described_variable(file, text, FileType::float32, dimensions);
    file.add_attribute(variable, "_FillValue", file_fill_value);
    return variable;
  };
  const VariableText x_text{"x", "m", "projection_x_coordinate", "x of the spectrum"},
      y_text{"y", "m", "projection_y_coordinate", "y of the spectrum"},
      longitude_text{"longitude", "degree_east", "longitude", "longitude of the spectrum"},
      latitude_text{"latitude", "degree_north", "latitude", "latitude of the spectrum"};
  longitude_ = add(on_sphere ? longitude_text : x_text, {time, station});
  latitude_ = add(on_sphere ? latitude_text : y_text, {time, station});
  spectrum_ = add({"efth", "m2 s rad-1", "sea_surface_wave_directional_variance_spectral_density",
                   "directional variance spectral density"},
                  {time, station, frequency, direction});
  depth_ = add({"dpt", "m", "sea_floor_depth_below_sea_surface", "water depth"}, {time, station});
  wind_speed_ = add({"wnd", "m s-1", "wind_speed", "wind speed at 10 m"}, {time, station});
  wind_from_ =
      add({"wnddir", "degree", "wind_from_direction", "direction that the wind comes from"}, {time, station});
  current_speed_ = add({"cur", "m s-1", "sea_water_speed", "current speed at the surface"}, {time, station});
  current_to_ =
      add({"curdir", "degree", "sea_water_velocity_to_direction", "direction that the current goes to"},
          {time, station});
  for (const VariableText& column : columns) columns_.push_back(add(column, {time, station}));
  file.end_definitions();
  write_axes(file, v, stations, axes, order_);
}

void SpectraFile::write(int station, const float* spectrum, const SpectrumPlace& place,
                        const float* columns) {
  const std::int64_t record = dated_.record();
  ParallelFile& file = dated_.file();
  if (record != ordered_record_) ordered_.clear();
  ordered_record_ = record;
  std::vector<float>& ordered = ordered_.emplace_back();
  for (std::int64_t freq = 0; freq < n_frequency_; ++freq)
    for (const std::size_t dir : order_) ordered.push_back(spectrum[std::size_t(freq * n_direction_) + dir]);
  file.write(spectrum_, {{record, station, 0, 0}, {1, 1, n_frequency_, n_direction_}}, ordered.data());
  const Slab slab{{record, station}, {1, 1}};
  file.write(latitude_, slab, &place.latitude);
  file.write(longitude_, slab, &place.longitude);
  file.write(depth_, slab, &place.depth);
  file.write(wind_speed_, slab, &place.wind_speed);
  file.write(wind_from_, slab, &place.wind_from);
  file.write(current_speed_, slab, &place.current_speed);
  file.write(current_to_, slab, &place.current_to);
  for (std::size_t i = 0; i < columns_.size(); ++i) file.write(columns_[i], slab, columns + i);
}

}  // namespace groundswell
