// SPDX-License-Identifier: Apache-2.0
// Lloyd's iteration: moves points to the centroids of their Voronoi cells, so that the mesh becomes a
// (spherical) centroidal Voronoi tessellation whose spacing follows a density. Edge flips keep the
// triangulation Delaunay, at far lower cost than a new triangulation. Reference: Du, Gunzburger and Ju 2003,
// CMAME 192; Ju et al. 2011.
#pragma once

#include <functional>
#include <string_view>

#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

using Progress = std::function<void(std::string_view line)>;

// Desired distance between neighbouring points at a point of the unit sphere, in any unit if only ratios
// matter.
using SpacingFunction = std::function<double(const Vec3&)>;

struct LloydResult {
  std::size_t n_point = 0;
  int n_iterations = 0;
  double rms_offset = 0.0, largest_offset = 0.0;  // from point to centroid, in units of the local spacing
  bool converged = false;
};

struct LloydSettings {
  double tolerance = 1e-4;    // upper limit of LloydResult::rms_offset
  int max_iterations = 1000;  // on each level
  Progress progress;          // receives a line about the work ahead; none by default
  // Receives the intermediate result every 10 iterations and at the end of each level; none by default.
  std::function<void(const LloydResult& now, bool is_last)> iterated;
};

// Moves the points of a closed triangulation of the unit sphere and keeps it Delaunay. An empty `spacing`
// means a uniform one. Throws Error if the triangulation is not closed or has an inverted triangle, or if the
// tolerance or a spacing is not positive.
LloydResult relax(Triangulation& triangulation, const SpacingFunction& spacing,
                  const LloydSettings& settings);

// False if a triangle is inverted or flat, as where points leave half of the sphere empty.
bool all_face_outwards(const Triangulation& triangulation);

// Flips edges until every triangle's circumcircle is empty; returns the number of flips. Throws Error if a
// triangle is inverted or flat, which flips cannot repair, or if the triangulation is not closed.
int restore_delaunay(Triangulation& triangulation);

// Halves every edge of a closed triangulation of the sphere: n points become 4 n - 6. Throws Error if the
// triangulation is not closed.
Triangulation bisect(const Triangulation& triangulation);

}  // namespace groundswell
