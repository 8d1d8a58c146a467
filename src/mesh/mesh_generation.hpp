// SPDX-License-Identifier: Apache-2.0
// Centroidal Voronoi meshes of any spacing, on the globe or in a region. Quasi-uniform meshes start from the
// icosahedron; others start from a few points with the desired density, which are relaxed, then refined by
// bisection and relaxed again until the spacing is reached: coarse levels remove long-wave errors cheaply.
// Reference: Ringler, Ju and Gunzburger 2008, Ocean Dynamics 58 (multi-resolution spherical centroidal
// Voronoi tessellations).
#pragma once

#include "mesh/lloyd.hpp"
#include "mesh/lon_lat_box.hpp"
#include "mesh/mesh.hpp"

namespace groundswell {

// The number of cells that a mesh of this spacing [m] needs: the integral over the sphere of 1 / (area of a
// hexagon of that spacing).
double count_cells(const SpacingFunction& spacing, double radius);

// Spacing [m] of `n_cell` equal cells on the sphere.
double spacing_of_count(double n_cell, double radius);

// About n_cell points of equal spacing, from the icosahedral family: within 3.2 % of n_cell if that is at
// least 10,000, exactly n_cell if that is 10 * 4^n + 2.
Triangulation make_uniform_points(double n_cell, const LloydSettings& lloyd);

// Points whose spacing follows the function [m], along a space-filling curve; their number is within 0.5 % of
// count_cells() from some hundred cells on. Throws Error for fewer than 12 or more than 50 million cells, or
// if a spacing is not positive.
Triangulation make_variable_points(const SpacingFunction& spacing, double radius, const LloydSettings& lloyd);

// The cells of the triangulation whose centres are in the box; its sides are open boundaries.
Mesh build_regional_mesh(const Triangulation& triangulation, const LonLatBox& box, double radius);

}  // namespace groundswell
