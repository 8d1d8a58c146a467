// SPDX-License-Identifier: Apache-2.0
#include "output/places.hpp"

#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

Station make_station(const OutputPlace& place, const NearbyCell& nearest, bool has_cell_values) {
  Station station;
  station.name = place.name;
  station.lon = place.lon, station.lat = place.lat;
  station.cell_lon = nearest.centre.lon, station.cell_lat = nearest.centre.lat;
  station.distance = nearest.distance;
  station.cell = nearest.cell;
  station.has_cell_values = has_cell_values;
  return station;
}

}  // namespace

PlacesInSea find_places(const Communicator& communicator, const std::vector<OutputPlace>& places,
                        double max_distance, bool interpolated, const MeshPart& part) {
  std::vector<Position> positions;
  for (const OutputPlace& place : places) {
    require(!part.mesh.on_sphere || (std::abs(place.lat) <= 90.0 && std::abs(place.lon) <= 720.0),
            "the place '", place.name, "' at ", place.lon, ", ", place.lat,
            " is not on the globe; give its longitude in degrees east, then its latitude from -90 to 90");
    positions.push_back({place.lon, place.lat});
  }
  const std::vector<FoundPlace> found = search_places(communicator, part, positions);
  for (std::size_t p = 0; p < places.size(); ++p) {
    const double distance = found[p].nearest.distance;
    require(found[p].is_in_cell || distance <= max_distance, "the place '", places[p].name, "' at ",
            places[p].lon, ", ", places[p].lat, " lies ", std::round(distance / 100.0) / 10.0,
            " km from the nearest sea cell, more than the ", max_distance / 1000.0,
            " km allowed; correct it (longitude east, latitude north) or allow more");
  }
  return make_places_in_sea(communicator, places, found, interpolated);
}

PlacesInSea make_places_in_sea(const Communicator& communicator, const std::vector<OutputPlace>& places,
                               const std::vector<FoundPlace>& found, bool interpolated) {
  const Block block = make_block(std::int64_t(places.size()), communicator.rank(), communicator.size());
  std::vector<Station> stations;
  std::vector<PointStencil> of_block;
  for (std::size_t p = 0; p < places.size(); ++p) {
    const NearbyCell& nearest = found[p].nearest;
    const PointStencil stencil = interpolated ? found[p].stencil : make_cell_stencil(nearest.cell);
    stations.push_back(make_station(places[p], nearest, stencil.corner_cells[1] < 0));
    if (std::int64_t(p) >= block.begin && std::int64_t(p) < block.end) of_block.push_back(stencil);
  }
  return {std::move(stations), block, PointInterpolation(of_block)};
}

std::vector<std::string> PlacesInSea::describe() const {
  std::vector<std::string> lines;
  for (const Station& station : stations)
    lines.push_back(text("place '", station.name,
                         "': ", station.has_cell_values ? "values of" : "interpolated around", " cell ",
                         station.cell + 1, " at ", station.cell_lon, ", ", station.cell_lat, ", ",
                         std::round(station.distance / 100.0) / 10.0, " km away"));
  return lines;
}

}  // namespace groundswell
