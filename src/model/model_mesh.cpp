// SPDX-License-Identifier: Apache-2.0
#include "model/model_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "files/mesh_file.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"

namespace groundswell {
namespace {

// Hexagons with a coast in the west, open in the east and periodic across the wind.
Mesh make_strip(const MeshSettings& settings) {
  PlanarHexSettings hexagons;
  hexagons.nx = settings.length;
  hexagons.ny = settings.width;
  hexagons.spacing = settings.spacing;
  hexagons.periodic_y = true;
  hexagons.west = EdgeKind::land;
  return make_planar_hex_mesh(hexagons);
}

// One hexagon, for runs without propagation.
Mesh make_one_point() {
  PlanarHexSettings hexagon;
  hexagon.nx = 1;
  hexagon.ny = 1;
  return make_planar_hex_mesh(hexagon);
}

Mesh make_mesh_of_kind(const MeshSettings& settings) {
  if (settings.kind == "file") return read_mesh_file(settings.file.string());
  if (settings.kind == "icosahedral")
    return make_icosahedral_mesh(settings.bisections, settings.sphere_radius);
  if (settings.kind == "strip") return make_strip(settings);
  if (settings.kind == "one_point") return make_one_point();
  throw Error(
      text("mesh.kind '", settings.kind, "' is not known; known are file, icosahedral, strip, one_point"));
}

// A sea in several parts is most often a mistake in the making of the mesh: puddles on land, or a strait that
// is closed.
void require_one_part(const Mesh& mesh, const std::string& name) {
  const ConnectedParts parts =
      find_connected_parts(mesh, std::vector<std::uint8_t>(std::size_t(mesh.n_cell), 1));
  const std::size_t n_part = parts.n_cell.size(), n_named = std::min<std::size_t>(n_part, 6);
  if (n_part == 1) return;
  std::string sizes;
  for (std::size_t part = 1; part < n_named; ++part) sizes += text(part > 1 ? ", " : "", parts.n_cell[part]);
  throw Error(
      text("the sea of mesh '", name, "' is in ", n_part, " parts that no edge connects; beside the ",
           "largest of ", parts.n_cell[0], " cells lie parts of ", sizes, n_part > n_named ? ", ..." : "",
           " cells. Make the mesh again so that they are connected or removed (`groundswell mesh` ",
           "removes them unless sea.smallest_part is set), or allow them with mesh.allow_parts: true"));
}

// A mesh that was made elsewhere may hold heights, zeros or missing values instead of depths.
void require_depths(const Mesh& mesh, const std::string& name) {
  for (std::size_t cell = 0; cell < mesh.depth_cell.size(); ++cell)
    require(mesh.depth_cell[cell] > 0.0 && std::isfinite(mesh.depth_cell[cell]), "cell ", cell + 1,
            " of mesh '", name, "' has the depth ", mesh.depth_cell[cell],
            " m; every cell of a sea needs a depth above 0 (positive downwards). Remove dry cells with ",
            "`groundswell mesh`, or take the depths out of the file and give mesh.depth");
}

}  // namespace

Mesh make_model_mesh(const MeshSettings& settings) {
  Mesh mesh = make_mesh_of_kind(settings);
  require(mesh.n_cell > 0, "the mesh has no sea cells");
  const std::string name = settings.kind == "file" ? settings.file.string() : settings.kind;
  if (!settings.allow_parts) require_one_part(mesh, name);
  require_depths(mesh, name);
  if (mesh.depth_cell.empty()) mesh.depth_cell.assign(std::size_t(mesh.n_cell), settings.depth);
  return mesh;
}

}  // namespace groundswell
