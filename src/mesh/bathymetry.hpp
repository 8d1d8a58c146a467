// SPDX-License-Identifier: Apache-2.0
// Makes a mesh of the sea from heights on a regular grid: depths are area averages; land, inland seas and
// small parts of the sea are removed and counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mesh/lon_lat_box.hpp"
#include "mesh/mesh.hpp"
#include "mesh/regular_grid.hpp"

namespace groundswell {

struct CellHeights {
  std::vector<double> wet_fraction;  // [n_cell] fraction of the cell's area that lies below 0
  std::vector<double> wet_depth;     // [n_cell] [m] mean depth of that area; 0 if there is none
  // [n_cell] fraction of the cell's area inside the grid of heights
  std::vector<double> inside_fraction;
};

// Averages heights [m, negative = below the sea] over each cell of a spherical mesh: the cell is divided into
// triangles with sides of about half a grid step or less, each of which takes the height at its centre.
// Missing heights and points outside the grid count as land. Sums are formed in a fixed order.
CellHeights average_heights(const Mesh& mesh, const RegularGrid& height);

// The fraction of a region's area that lies above 0, excluding heights that are 0 or missing; 0 if there are
// no other heights.
double compute_land_share(const RegularGrid& height, const LonLatBox& region);

struct SeaSettings {
  double smallest_wet_fraction = 0.5;  // a cell is sea if at least this fraction is below 0 ...
  double smallest_depth = 2.0;         // [m] ... and the mean depth of that fraction is at least this
  // Connected parts of the sea smaller than this are removed; 0 keeps all, and a negative value keeps only
  // the largest one that is not an inland sea.
  double smallest_part = -1.0;  // [m2]
  // Water that is not sea: a part that lies wholly in one of these boxes is removed whatever its size.
  std::vector<LonLatBox> inland_seas = default_inland_seas();

  // A box around the Caspian Sea and the Aral Sea.
  static std::vector<LonLatBox> default_inland_seas();
};

struct SeaCounts {
  int n_cell = 0, n_dry = 0;  // cells of the whole mesh, and those removed as land
  int n_uncovered = 0;        // sea cells removed by the caller's mask
  int n_outside = 0;          // of n_dry: cells mostly outside the grid of heights
  // [m] lengths of the boundary of the kept sea along the n_outside cells and along sea cells removed by the
  // mask.
  double outside_coast = 0.0, uncovered_boundary = 0.0;
  int n_inland = 0;                // cells in inland seas, which are removed
  int n_puddle = 0, n_parts = 0;   // cells in small parts, which are removed; number of these parts
  int n_sea = 0, n_sea_parts = 0;  // kept
  std::string sentence() const;
  // A warning that names the number of cells mostly outside the grid of heights and the length of coast along
  // them; "" if there is no such coast.
  std::string warning() const;
};

// Returns the sea cells of a mesh, with depth_cell [m], and sets `counts`. Edges towards removed land become
// EdgeKind::land; edges towards removed sea cells with covered == 0 (for example without wind in the wind
// file) become open boundaries. Throws Error if no sea is left. `covered` has n_cell values, or none if all
// cells are covered.
Mesh select_sea(Mesh mesh, const CellHeights& heights, const std::vector<std::uint8_t>& covered,
                const SeaSettings& settings, SeaCounts& counts);

}  // namespace groundswell
