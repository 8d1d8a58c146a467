// SPDX-License-Identifier: Apache-2.0
// Centroidal Voronoi meshes of any spacing, on the globe or in a region. Quasi-uniform ones come from the
// icosahedron; others start from few points drawn with the wanted density, are relaxed, and then bisected and
// relaxed again until the spacing is reached: coarse levels settle the long-wave errors cheaply. Reference:
// Ringler, Ju and Gunzburger 2008, Ocean Dynamics 58 (multi-resolution spherical centroidal Voronoi
// tessellations).
#pragma once

#include "mesh/lloyd.hpp"
#include "mesh/lon_lat_box.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

// Cells that a mesh of this spacing [m] needs: the integral of the area over that of a hexagon.
double count_cells(const SpacingFunction& spacing, double radius);

// Spacing [m] of `n_cell` equal cells on the sphere, and the reverse.
double spacing_of_count(double n_cell, double radius);

// About n_cell points of equal spacing, from the icosahedral family: within 1.5 % from 10,000 cells on, exact
// for 10 * 4^n + 2 from 162 cells on.
Triangulation make_uniform_points(double n_cell, const LloydSettings& lloyd);

// Points whose spacing is that of the function [m], within 0.5 % of its count of cells, along a space-filling
// curve. Throws Error where fewer than 12 or more than 50 million cells come out.
Triangulation make_variable_points(const SpacingFunction& spacing, double radius, const LloydSettings& lloyd);

// The cells of the triangulation with their centre in the box; beyond it is open boundary.
Mesh build_regional_mesh(const Triangulation& triangulation, const LonLatBox& box, double radius);

}  // namespace groundswell
