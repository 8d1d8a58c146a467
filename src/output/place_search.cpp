// SPDX-License-Identifier: Apache-2.0
// The nearest cell is found by squared distances in space, which are cheap and the same on any rank.
#include "output/place_search.hpp"

#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "files/dated_file.hpp"
#include "mesh/place_tree.hpp"

namespace groundswell {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct NearestOwned {
  double square = infinity;  // [m2] squared distance
  int cell = -1;             // local index
};

PlaceTree make_tree_of_owned(const MeshPart& part) {
  const Mesh& mesh = part.mesh;
  std::vector<Vec3> centres;
  for (std::size_t i = 0; i < std::size_t(part.n_owned); ++i)
    centres.push_back({mesh.x_cell[i], mesh.y_cell[i], mesh.z_cell[i]});
  return PlaceTree(std::move(centres), mesh.period_x, mesh.period_y);
}

NearestOwned find_nearest_owned(const PlaceTree& owned, const MeshPart& part, const Position& position) {
  NearestOwned nearest;
  const auto look_at = [&](std::size_t cell, const Vec3& way) {
    const double square = dot(way, way);
    if (square > nearest.square) return;
    if (square == nearest.square && part.global_cell[cell] > part.global_cell[std::size_t(nearest.cell)])
      return;
    nearest = {square, int(cell)};
  };
  owned.search(
      position_in_space(part.mesh, position), [&] { return nearest.square; }, look_at);
  return nearest;
}

NearbyCell describe_cell(const MeshPart& part, int cell, const Position& position) {
  const Mesh& mesh = part.mesh;
  const auto i = std::size_t(cell);
  const Position centre = mesh.on_sphere ? Position{longitude_near(mesh.lon_cell[i] / degree, position.lon),
                                                    mesh.lat_cell[i] / degree}
                                         : Position{mesh.x_cell[i], mesh.y_cell[i]};
  return {part.global_cell[i], centre, distance_to_cell(mesh, cell, position.lon, position.lat),
          std::sqrt(2.0 / std::sqrt(3.0) * mesh.area_cell[i])};
}

FoundPlace describe_place(const MeshPart& part, int cell, const Position& position) {
  const CellSurroundings around(part.mesh, cell);
  FoundPlace found;
  found.nearest = describe_cell(part, cell, position);
  found.is_in_cell = around.contains(around.position(position.lon, position.lat));
  found.stencil = found.is_in_cell ? make_stencil(part, cell, position.lon, position.lat)
                                   : make_cell_stencil(found.nearest.cell);
  // The cells of a stencil are the cell itself and some of its neighbours.
  const auto describe_corner = [&](std::int64_t number) {
    if (part.global_cell[std::size_t(cell)] == number) return found.nearest;
    for (int k = 0; k < part.mesh.n_edges_on_cell[std::size_t(cell)]; ++k)
      if (const int other = part.mesh.cell_on_cell(cell, k);
          other >= 0 && part.global_cell[std::size_t(other)] == number)
        return describe_cell(part, other, position);
    return NearbyCell{};
  };
  for (std::size_t i = 0; i < 3; ++i)
    if (const std::int64_t number = found.stencil.corner_cells[i]; number >= 0)
      found.corners[i] = describe_corner(number);
  return found;
}

}  // namespace

Vec3 position_in_space(const Mesh& mesh, const Position& position) {
  return mesh.on_sphere ? place_in_space(mesh, position.lon * degree, position.lat * degree)
                        : place_in_space(mesh, position.lon, position.lat);
}

std::vector<FoundPlace> search_places(const Communicator& communicator, const MeshPart& part,
                                      std::span<const Position> positions) {
  std::vector<NearestOwned> mine;
  std::vector<double> minus_square, minus_number;
  const PlaceTree owned = make_tree_of_owned(part);
  for (const Position& position : positions) {
    mine.push_back(find_nearest_owned(owned, part, position));
    minus_square.push_back(-mine.back().square);
  }
  communicator.max_in_place(minus_square);
  for (std::size_t p = 0; p < mine.size(); ++p) {
    const bool is_nearest = mine[p].cell >= 0 && -mine[p].square == minus_square[p];
    minus_number.push_back(is_nearest ? -double(part.global_cell[std::size_t(mine[p].cell)]) : -infinity);
  }
  communicator.max_in_place(minus_number);
  std::vector<FoundPlace> found;
  for (std::size_t p = 0; p < mine.size(); ++p) {
    const int cell = mine[p].cell;
    if (cell < 0 || -double(part.global_cell[std::size_t(cell)]) != minus_number[p]) continue;
    found.push_back(describe_place(part, cell, positions[p]));
    found.back().stencil.point = int(p);
  }
  std::vector<FoundPlace> places(positions.size());
  for (const FoundPlace& place : communicator.all_gather(std::span<const FoundPlace>(found)))
    places[std::size_t(place.stencil.point)] = place;
  return places;
}

}  // namespace groundswell
