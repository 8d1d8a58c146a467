// SPDX-License-Identifier: Apache-2.0
#include "boundary/open_edges.hpp"

#include <algorithm>

#include "propagation/direction_frames.hpp"

namespace groundswell {

OpenEdges find_open_edges(const Mesh& mesh, int n_owned) {
  const std::vector<Chart> chart = compute_cell_chart(mesh);
  OpenEdges open;
  open.what = "open edge";
  open.on_sphere = mesh.on_sphere;
  open.sphere_radius = mesh.sphere_radius;
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    if (mesh.edge_kind[edge] != EdgeKind::open_boundary) continue;
    const int inside = std::max(mesh.cell_on_edge(edge, 0), mesh.cell_on_edge(edge, 1));
    if (inside < 0 || inside >= n_owned) continue;
    open.edge.push_back(edge);
    open.x.push_back(mesh.on_sphere ? mesh.lon_edge[edge] : mesh.x_edge[edge]);
    open.y.push_back(mesh.on_sphere ? mesh.lat_edge[edge] : mesh.y_edge[edge]);
    open.frame_angle.push_back(chart[inside] == Chart::polar ? compute_polar_chart_angle(point_at(
                                                                   mesh.lon_edge[edge], mesh.lat_edge[edge]))
                                                             : 0.0);
  }
  return open;
}

}  // namespace groundswell
