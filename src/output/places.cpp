// SPDX-License-Identifier: Apache-2.0
// Places are few, so each rank searches all its cells.
#include "output/places.hpp"

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

// Of the owned cells; returns the local index of the cell, -1 where there is none.
int find_nearest(const MeshPart& part, const OutputPlace& place, Nearest& nearest) {
  const Mesh& mesh = part.mesh;
  const auto& lon = mesh.on_sphere ? mesh.lon_cell : mesh.x_cell;
  const auto& lat = mesh.on_sphere ? mesh.lat_cell : mesh.y_cell;
  int local = -1;
  for (int cell = 0; cell < part.n_owned; ++cell) {
    const auto i = std::size_t(cell);
    const Nearest candidate{distance_to_cell(mesh, cell, place.lon, place.lat), part.global_cell[i], lon[i],
                            lat[i]};
    if (!(candidate < nearest)) continue;
    nearest = candidate;
    local = cell;
  }
  return local;
}

Station make_station(const OutputPlace& place, const Nearest& nearest, bool on_sphere) {
  Station station;
  station.name = place.name;
  station.lon = place.lon, station.lat = place.lat;
  station.cell_lon = on_sphere ? longitude_near(nearest.lon / degree, place.lon) : nearest.lon;
  station.cell_lat = on_sphere ? nearest.lat / degree : nearest.lat;
  station.distance = nearest.distance;
  station.cell = nearest.cell;
  return station;
}

PointStencil make_place_stencil(const MeshPart& part, const OutputPlace& place, int cell, bool interpolated) {
  const CellSurroundings around(part.mesh, cell);
  if (interpolated && around.contains(around.position(place.lon, place.lat)))
    return make_stencil(part, cell, place.lon, place.lat);
  return make_cell_stencil(part, cell);
}

}  // namespace

PlacesInSea find_places(const Communicator& communicator, const std::vector<OutputPlace>& places,
                        double max_distance, bool interpolated, const MeshPart& part) {
  std::vector<Nearest> mine(places.size());
  std::vector<int> local;
  for (std::size_t p = 0; p < places.size(); ++p) local.push_back(find_nearest(part, places[p], mine[p]));
  const std::vector<Nearest> all = communicator.all_gather(std::span<const Nearest>(mine));
  std::vector<Station> stations;
  std::vector<PointStencil> found;
  for (std::size_t p = 0; p < places.size(); ++p) {
    Nearest nearest;
    for (std::size_t i = p; i < all.size(); i += places.size()) nearest = std::min(nearest, all[i]);
    require(nearest.distance <= max_distance, "the place '", places[p].name, "' at ", places[p].lon, ", ",
            places[p].lat, " lies ", std::round(nearest.distance / 100.0) / 10.0,
            " km from the nearest sea cell, more than the ", max_distance / 1000.0,
            " km allowed; correct it (longitude east, latitude north) or allow more");
    stations.push_back(make_station(places[p], nearest, part.mesh.on_sphere));
    if (nearest.cell != mine[p].cell) continue;
    found.push_back(make_place_stencil(part, places[p], local[p], interpolated));
    found.back().point = int(p);
  }
  const std::vector<PointStencil> stencils = communicator.all_gather(std::span<const PointStencil>(found));
  const Block block = make_block(std::int64_t(places.size()), communicator.rank(), communicator.size());
  std::vector<PointStencil> of_block(std::size_t(block.size()));
  for (const PointStencil& stencil : stencils) {
    stations[std::size_t(stencil.point)].has_cell_values = stencil.corner_cells[1] < 0;
    if (stencil.point >= block.begin && stencil.point < block.end)
      of_block[std::size_t(stencil.point - block.begin)] = stencil;
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
