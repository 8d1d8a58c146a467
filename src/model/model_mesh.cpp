// SPDX-License-Identifier: Apache-2.0
#include "model/model_mesh.hpp"

#include "base/error.hpp"
#include "files/mesh_file.hpp"
#include "mesh/analytic_meshes.hpp"

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

// One hexagon: nothing is propagated, so what lies beyond its edges does not matter.
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

}  // namespace

Mesh make_model_mesh(const MeshSettings& settings) {
  Mesh mesh = make_mesh_of_kind(settings);
  require(mesh.n_cell > 0, "the mesh has no sea cells");
  if (mesh.depth_cell.empty()) mesh.depth_cell.assign(std::size_t(mesh.n_cell), settings.depth);
  return mesh;
}

}  // namespace groundswell
