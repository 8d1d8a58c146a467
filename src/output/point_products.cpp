// SPDX-License-Identifier: Apache-2.0
// Places are few, so each rank searches all its cells.
#include "output/point_products.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "files/dated_file.hpp"

namespace groundswell {
namespace {

struct Nearest {
  double distance = std::numeric_limits<double>::infinity();  // [m]
  std::int64_t cell = -1;                                     // in the whole mesh
  double lon = 0.0, lat = 0.0;                                // of the cell [rad]; in the plane x and y [m]
  bool operator<(const Nearest& other) const {
    return distance != other.distance ? distance < other.distance : cell < other.cell;
  }
};

// Of the owned cells.
Nearest find_nearest(const MeshPart& part, const OutputPlace& place) {
  const Mesh& mesh = part.mesh;
  const auto& lon = mesh.on_sphere ? mesh.lon_cell : mesh.x_cell;
  const auto& lat = mesh.on_sphere ? mesh.lat_cell : mesh.y_cell;
  Nearest nearest;
  for (int cell = 0; cell < part.n_owned; ++cell) {
    const auto i = std::size_t(cell);
    nearest = std::min(nearest, Nearest{distance_to_cell(mesh, cell, place.lon, place.lat),
                                        part.global_cell[i], lon[i], lat[i]});
  }
  return nearest;
}

float value_at(const PlaceValues& values, std::string_view field, std::size_t local) {
  const auto found = values.find(field);
  ensure(found != values.end(), "no values of '", field, "' at places");
  return found->second[local];
}

}  // namespace

std::vector<Station> find_stations(const Communicator& communicator, const PointOutputSettings& settings,
                                   const MeshPart& part) {
  const bool on_sphere = part.mesh.on_sphere;
  std::vector<Nearest> mine;
  for (const OutputPlace& place : settings.places) mine.push_back(find_nearest(part, place));
  const std::vector<Nearest> all = communicator.all_gather(std::span<const Nearest>(mine));
  std::vector<Station> stations;
  for (std::size_t p = 0; p < settings.places.size(); ++p) {
    const OutputPlace& place = settings.places[p];
    Nearest nearest;
    for (std::size_t i = p; i < all.size(); i += settings.places.size()) nearest = std::min(nearest, all[i]);
    require(nearest.distance <= settings.max_distance, "the place '", place.name, "' at ", place.lon, ", ",
            place.lat, " lies ", std::round(nearest.distance / 100.0) / 10.0,
            " km from the nearest sea cell, more than the ", settings.max_distance / 1000.0,
            " km allowed; correct it (longitude east, latitude north) or allow more");
    Station& station = stations.emplace_back();
    station.name = place.name;
    station.lon = place.lon, station.lat = place.lat;
    station.cell_lon = on_sphere ? longitude_near(nearest.lon / degree, place.lon) : nearest.lon;
    station.cell_lat = on_sphere ? nearest.lat / degree : nearest.lat;
    station.distance = nearest.distance;
    station.cell = nearest.cell;
  }
  return stations;
}

void write_series(StationFile& file, const DateTime& now, const std::vector<std::string>& fields,
                  std::span<const int> places, const PlaceValues& values) {
  PlaceValues in_file;
  file.dated().begin_record(now);
  for (const std::string& field : fields) {
    std::vector<float>& converted = in_file[field];
    for (std::size_t i = 0; i < places.size(); ++i) converted.push_back(value_at(values, field, i));
    to_file_values(field_info(field), {converted.data(), converted.size()});
    for (std::size_t i = 0; i < places.size(); ++i) file.write(field, places[i], &converted[i]);
  }
  file.dated().end_record();
}

void write_spectra(SpectraFile& file, const DateTime& now, const std::vector<Station>& stations,
                   std::span<const int> places, std::span<const float> spectra, const PlaceValues& values) {
  const std::size_t n_bin = places.empty() ? 0 : spectra.size() / places.size();
  std::vector<SpectrumPlace> surroundings(places.size());
  file.dated().begin_record(now);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Station& station = stations[std::size_t(places[i])];
    SpectrumPlace& place = surroundings[i];
    place.longitude = float(station.cell_lon);
    place.latitude = float(station.cell_lat);
    const float depth = value_at(values, "dpt", i), u = value_at(values, "uwnd", i),
                v = value_at(values, "vwnd", i);
    if (!std::isnan(depth)) place.depth = depth;
    if (!std::isnan(u) && !std::isnan(v)) {
      place.wind_speed = std::hypot(u, v);
      place.wind_from = float(nautical_from_direction(std::atan2(double(v), double(u))));
    }
    file.write(places[i], spectra.data() + i * n_bin, place);
  }
  file.dated().end_record();
}

}  // namespace groundswell
