// SPDX-License-Identifier: Apache-2.0
// From heights on a regular grid to a mesh of the sea: depth by area averaging, land and puddles removed,
// with counts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mesh/lon_lat_box.hpp"
#include "mesh/mesh.hpp"
#include "mesh/regular_grid.hpp"

namespace groundswell {

struct CellHeights {
  std::vector<double> wet_fraction;  // [n_cell] share of the cell's area that lies below 0
  std::vector<double> wet_depth;     // [n_cell] [m] mean depth of that share; 0 where there is none
  // [n_cell] share of the cell's area inside the grid of heights
  std::vector<double> inside_fraction;
};

// Averages heights [m, negative = below the sea] over each cell of a spherical mesh: the cell is cut into
// triangles of at most half a grid step, each of which takes the box it lies in. A missing height counts as
// land; so does a place outside the grid. Sums run in a fixed order.
CellHeights average_heights(const Mesh& mesh, const RegularGrid& height);

// The share of the area of a region that lies above 0, of those heights that are neither 0 nor missing; 0
// where there are none.
double compute_land_share(const RegularGrid& height, const LonLatBox& region);

struct SeaSettings {
  double smallest_wet_fraction = 0.5;  // a cell is sea from this share below 0 on ...
  double smallest_depth = 2.0;         // [m] ... if that share is this deep in the mean
  // Connected parts of the sea smaller than this are removed; 0 keeps all, and a negative value keeps the
  // largest only.
  double smallest_part = -1.0;  // [m2]
  // Water below 0 that is no sea: a part that lies wholly in one of these boxes is removed whatever its size.
  std::vector<LonLatBox> inland_seas = default_inland_seas();

  // The Caspian and the Aral depression.
  static std::vector<LonLatBox> default_inland_seas();
};

struct SeaCounts {
  int n_cell = 0, n_dry = 0;  // before; removed as land
  int n_uncovered = 0;        // sea removed by the caller's mask
  int n_outside = 0;          // removed as land because they lie outside of the heights
  // [m] of the sea that is kept, along cells outside of the heights and along those removed by the mask.
  double outside_coast = 0.0, uncovered_boundary = 0.0;
  int n_inland = 0;                // removed with inland seas
  int n_puddle = 0, n_parts = 0;   // removed with small parts; such parts
  int n_sea = 0, n_sea_parts = 0;  // kept
  std::string sentence() const;
  // What the heights leave out of the region, and what that makes; "" where they cover it.
  std::string warning() const;
};

// The sea cells of a mesh, with depth_cell [m]. Beyond removed land lies EdgeKind::land; sea cells with
// covered == 0 (where the wind file has no wind, say) are cut with an open boundary. Throws Error where no
// sea is left. [covered: n_cell, or empty for all]
Mesh select_sea(const Mesh& mesh, const CellHeights& heights, const std::vector<std::uint8_t>& covered,
                const SeaSettings& settings, SeaCounts& counts);

}  // namespace groundswell
