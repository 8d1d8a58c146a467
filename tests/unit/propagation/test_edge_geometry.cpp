// SPDX-License-Identifier: Apache-2.0
// The geometry of edges at the rim of a mesh, where a cell of the stencil may be missing.
#include <gtest/gtest.h>

#include <algorithm>

#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "propagation/edge_geometry.hpp"

namespace groundswell {
namespace {

TEST(EdgeGeometry, has_a_side_distance_to_land_as_to_the_cell_on_the_other_side) {
  const Mesh globe = make_icosahedral_mesh(2, 1e6);
  std::vector<std::uint8_t> keep;
  for (int cell = 0; cell < globe.n_cell; ++cell) keep.push_back(globe.lat_cell[cell] > 0.3);
  const Mesh mesh = select_cells(globe, keep, EdgeKind::land);
  const auto geometry =
      make_edge_geometry<double>(mesh, std::vector<Chart>(std::size_t(mesh.n_cell), Chart::geographic));
  int n_left_alone = 0, n_right_alone = 0;
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const EdgeGeometry<double>& g = geometry[std::size_t(edge)];
    if (g.cell[0] < 0 && g.cell[1] < 0) continue;
    const bool has_left = g.side[0] >= 0, has_right = g.side[1] >= 0;
    n_left_alone += has_left && !has_right;
    n_right_alone += has_right && !has_left;
    if (has_left && has_right) {
      const double distance = compute_cell_distance(mesh, g.side[0], g.side[1]);
      EXPECT_DOUBLE_EQ(g.inv_side_distance, 0.5 / distance);
    } else if (has_left || has_right) {
      const int side = std::max(g.side[0], g.side[1]);
      const Vec3 cell{mesh.x_cell[side], mesh.y_cell[side], mesh.z_cell[side]},
          middle{mesh.x_edge[edge], mesh.y_edge[edge], mesh.z_edge[edge]};
      const double distance = 2.0 * mesh.sphere_radius * arc_length(normalized(cell), normalized(middle));
      EXPECT_DOUBLE_EQ(g.inv_side_distance, 0.5 / distance);
    } else {
      EXPECT_EQ(g.inv_side_distance, 0.0);
    }
  }
  EXPECT_GT(n_left_alone, 0);
  EXPECT_GT(n_right_alone, 0);
}

}  // namespace
}  // namespace groundswell
