// SPDX-License-Identifier: Apache-2.0
#include "wave_output/boundary_places.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"
#include "mesh/vec3.hpp"
#include "mesh_files/mesh_file.hpp"

namespace groundswell {
namespace {

// Default distance between places, as a fraction of the spacing of cells.
constexpr double share_of_cells = 0.5;

// The positions of all open edges of the nested run's mesh, on every rank; each rank reads its block of the
// file.
std::vector<Position> read_open_edges(const Communicator& communicator,
                                      const BoundaryOutputSettings& settings, const MeshPart& part) {
  const std::string file = settings.mesh.string();
  std::vector<Position> edges;
  run_together(communicator, [&] {
    const MeshBlocks blocks = read_mesh_blocks(file, communicator.rank(), communicator.size());
    const Mesh& rows = blocks.rows;
    const auto kind = [](bool on_sphere) { return on_sphere ? "on a sphere" : "in a plane"; };
    require(rows.on_sphere == part.mesh.on_sphere, "the mesh '", file, "' lies ", kind(rows.on_sphere),
            " but that of this run ", kind(part.mesh.on_sphere), "; name the mesh of a run within this one");
    for (std::size_t i = 0; i < std::size_t(rows.n_edge); ++i)
      if (rows.edge_kind[i] == EdgeKind::open_boundary)
        edges.push_back(rows.on_sphere ? Position{rows.lon_edge[i] / degree, rows.lat_edge[i] / degree}
                                       : Position{rows.x_edge[i], rows.y_edge[i]});
  });
  edges = communicator.all_gather(std::span<const Position>(edges));
  require(!edges.empty(), "the mesh '", file,
          "' has no open edge (edgeKind 2), so no waves enter there; name the mesh of a region");
  return edges;
}

void require_sea_around(const BoundaryOutputSettings& settings, const std::vector<Position>& edges,
                        const std::vector<FoundPlace>& found) {
  const auto is_outside = [&](const FoundPlace& place) {
    return !place.is_in_cell && place.nearest.distance > settings.max_distance;
  };
  const auto first = std::ranges::find_if(found, is_outside);
  if (first == found.end()) return;
  const Position& edge = edges[std::size_t(first - found.begin())];
  throw Error(text(std::ranges::count_if(found, is_outside), " of the ", found.size(),
                   " open edges of the mesh '", settings.mesh.string(), "' lie more than ",
                   settings.max_distance / 1000.0, " km from the sea of this run, for example the one at ",
                   edge.lon, ", ", edge.lat, ", ", std::round(first->nearest.distance / 100.0) / 10.0,
                   " km away; name a mesh within that of this run, or raise max_distance"));
}

std::string name_of(std::size_t number) {
  char name[24];
  std::snprintf(name, sizeof name, "e%04zu", number);
  return name;
}

}  // namespace

PlacesInSea find_boundary_places(const Communicator& communicator, const BoundaryOutputSettings& settings,
                                 const MeshPart& part) {
  const std::vector<Position> edges = read_open_edges(communicator, settings, part);
  const std::vector<FoundPlace> found = search_places(communicator, part, edges);
  require_sea_around(settings, edges, found);
  std::vector<OutputPlace> chosen;
  std::vector<FoundPlace> found_there;
  std::vector<Vec3> positions;  // [m] at which the values of the chosen places are taken
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const bool has_cell_values = found[i].stencil.corner_cells[1] < 0;
    const Vec3 here = position_in_space(part.mesh, has_cell_values ? found[i].nearest.centre : edges[i]);
    const double spacing = settings.spacing.value_or(share_of_cells * found[i].nearest.spacing);
    if (std::ranges::any_of(positions, [&](const Vec3& other) { return norm(other - here) < spacing; }))
      continue;
    positions.push_back(here);
    chosen.push_back({name_of(chosen.size() + 1), edges[i].lon, edges[i].lat});
    found_there.push_back(found[i]);
  }
  return make_places_in_sea(communicator, chosen, found_there, true);
}

}  // namespace groundswell
