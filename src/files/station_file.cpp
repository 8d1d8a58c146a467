// SPDX-License-Identifier: Apache-2.0
// The first rank writes the variables that do not depend on time.
#include "files/station_file.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Names in rows of `width` characters, truncated or padded with zeros.
std::vector<char> make_name_rows(const std::vector<Station>& stations, std::size_t width) {
  std::vector<char> rows(stations.size() * width, '\0');
  for (std::size_t s = 0; s < stations.size(); ++s) stations[s].name.copy(&rows[s * width], width);
  return rows;
}

template <class T, class F>
std::vector<T> column(const std::vector<Station>& stations, F&& value) {
  std::vector<T> values;
  for (const Station& station : stations) values.push_back(T(value(station)));
  return values;
}

struct StationVariables {
  int name, lon, lat, cell_lon, cell_lat, distance, cell, has_cell_values;
};

StationVariables define_stations(ParallelFile& file, int station, int name_length, bool on_sphere) {
  const char *x_unit = on_sphere ? "degrees_east" : "m", *y_unit = on_sphere ? "degrees_north" : "m";
  const char *x_name = on_sphere ? "longitude" : "projection_x_coordinate",
             *y_name = on_sphere ? "latitude" : "projection_y_coordinate";
  const auto add = [&](const VariableText& text, FileType type) {
    return add_described_variable(file, text, type, {station});
  };
  StationVariables v{};
  v.name = add_described_variable(file, {"station_name", "", "", "name of the place"}, FileType::text,
                                  {station, name_length});
  file.add_attribute(v.name, "cf_role", "timeseries_id");
  v.lon = add({"lon", x_unit, x_name, "position of the place"}, FileType::float64);
  v.lat = add({"lat", y_unit, y_name, "position of the place"}, FileType::float64);
  v.cell_lon = add({"cell_lon", x_unit, "", "centre of the nearest cell"}, FileType::float64);
  v.cell_lat = add({"cell_lat", y_unit, "", "centre of the nearest cell"}, FileType::float64);
  v.distance =
      add({"cell_distance", "m", "", "distance between the place and that centre"}, FileType::float64);
  v.cell = add({"cell", "1", "", "number of the cell in files of this run, from 1"}, FileType::int32);
  v.has_cell_values = add(
      {"has_cell_values", "1", "", "1: values of that cell, 0: interpolated to the place"}, FileType::int32);
  return v;
}

}  // namespace

StationFile::StationFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
                         const FileTime& axis, const std::vector<Station>& stations, bool on_sphere,
                         const std::vector<FieldInfo>& fields, const std::optional<DateTime>& keep_until)
    : dated_(communicator, path, header, axis, keep_until) {
  ParallelFile& file = dated_.file();
  const std::int64_t n = std::int64_t(stations.size());
  std::size_t width = 1;
  for (const Station& station : stations) width = std::max(width, station.name.size());
  file.add_attribute(ParallelFile::global, "featureType", "timeSeries");
  const int station_dimension = file.add_dimension("station", n);
  const int name_dimension = file.add_dimension("name_strlen", std::int64_t(width));
  const StationVariables v = define_stations(file, station_dimension, name_dimension, on_sphere);
  for (const FieldInfo& field : fields) {
    variables_.push_back(dated_.add_field(field, {dated_.time_dimension(), station_dimension}));
    file.add_attribute(variables_.back(), "coordinates", "lon lat station_name");
  }
  file.end_definitions();
  const auto names = make_name_rows(stations, width);
  const auto lon = column<double>(stations, [](const Station& s) { return s.lon; });
  const auto lat = column<double>(stations, [](const Station& s) { return s.lat; });
  const auto cell_lon = column<double>(stations, [](const Station& s) { return s.cell_lon; });
  const auto cell_lat = column<double>(stations, [](const Station& s) { return s.cell_lat; });
  const auto distance = column<double>(stations, [](const Station& s) { return s.distance; });
  const auto cell = column<int>(stations, [](const Station& s) { return s.cell + 1; });
  const auto has_cell_values = column<int>(stations, [](const Station& s) { return s.has_cell_values; });
  if (communicator.rank() == 0) {
    file.write(v.name, {{0, 0}, {n, std::int64_t(width)}}, names.data());
    file.write(v.lon, {{0}, {n}}, lon.data());
    file.write(v.lat, {{0}, {n}}, lat.data());
    file.write(v.cell_lon, {{0}, {n}}, cell_lon.data());
    file.write(v.cell_lat, {{0}, {n}}, cell_lat.data());
    file.write(v.distance, {{0}, {n}}, distance.data());
    file.write(v.cell, {{0}, {n}}, cell.data());
    file.write(v.has_cell_values, {{0}, {n}}, has_cell_values.data());
  }
  file.flush();
}

void StationFile::write(std::size_t field, int first, int n_station, const float* values) {
  dated_.file().write(variables_.at(field), {{dated_.record(), first}, {1, n_station}}, values);
}

}  // namespace groundswell
