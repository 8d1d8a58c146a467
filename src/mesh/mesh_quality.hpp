// SPDX-License-Identifier: Apache-2.0
// Measures of mesh quality that matter for finite-volume schemes. Reference: Du, Gunzburger and Ju 2003;
// Weller 2012, Journal of Computational Physics 231 (skewness and non-centroidality of spherical meshes).
#pragma once

#include <string>
#include <vector>

#include "mesh/lloyd.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

struct MeshQuality {
  double smallest_spacing = 0.0, mean_spacing = 0.0,
         largest_spacing = 0.0;     // [m] between neighbouring centres
  double largest_area_ratio = 0.0;  // of two neighbouring cells
  double area_range = 0.0;          // area of the largest cell divided by that of the smallest
  double smallest_angle = 0.0;      // [rad] of the triangles whose corners are the three centres at a vertex
  double largest_angle = 0.0;       // [rad]
  double mean_triangle_quality = 0.0;  // 4 sqrt(3) area / sum of squared sides: 1 if equilateral
  double smallest_triangle_quality = 0.0;
  double rms_centroid_offset = 0.0;  // from centre to geometric centroid, in units of the spacing
  double largest_centroid_offset = 0.0;
  // Distance between the edge's midpoint and the point where the line between centres crosses the edge, as a
  // fraction of the edge's length.
  double largest_edge_offset = 0.0;
  double largest_nonorthogonality = 0.0;  // [rad] between an edge and the normal to the line of centres
  int n_obtuse = 0;                       // triangles with an angle over 90 degrees
  std::vector<int> n_cell_of_sides;       // [number of sides]

  // The measures as a few lines of text.
  std::vector<std::string> lines() const;
};

// The closest pair of neighbouring cells, and the closest pair relative to the distance [m] requested at the
// point between them.
struct ClosestCells {
  double distance = 0.0, asked = 0.0;  // [m]
  double smallest_ratio = 0.0;         // of distance to requested distance
  int edge = -1, edge_of_ratio = -1;   // -1 if no cell has a neighbour
};
ClosestCells find_closest_cells(const Mesh& mesh, const SpacingFunction& asked);

// All cells are measured, but only interior edges and complete triangles. In a variable mesh the centres are
// centroids weighted by the density, which differ from the geometric centroids by about a tenth of the change
// of spacing across a cell.
MeshQuality measure_quality(const Mesh& mesh);

}  // namespace groundswell
