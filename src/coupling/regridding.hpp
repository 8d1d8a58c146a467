// SPDX-License-Identifier: Apache-2.0
// The weights by which values at a source's points become values at a target's. A row depends only on its
// target point and on the whole source grid: it has the same bits on any decomposition of either side. Kinds:
//   none          the two grids are the same: a point takes the value of the point of the same global index
//   nearest       the value of the nearest point in use; of several, the one of the lowest index
//   three_points  barycentric weights in the triangle of source points around the target point (second order)
//   bilinear      on rows of longitudes, closed around the globe and across the poles (bilinear_search.hpp)
//   matrix        weights that the caller gives
// Where three_points or bilinear meet source points that are not in use, the others share the whole weight if
// they have at least half of it; otherwise the target point has no source.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coupling/coupling_grid.hpp"
#include "coupling/coupling_settings.hpp"
#include "coupling/sparse_matrix.hpp"
#include "coupling/whole_grid.hpp"
#include "mesh/grid_weights.hpp"

namespace groundswell {

// Where the value of a target point comes from: nowhere, as it is not in use; the source's points, by the
// kind of regridding; the nearest point, as there was no other source; or RegriddingSettings::value.
enum class ValueOrigin : std::uint8_t { unused, source, nearest, fill };

struct RegriddingMatrix {
  SparseMatrix rows;                // one per local target point, in their order; empty if `unused` or `fill`
  std::vector<ValueOrigin> origin;  // [n_point] of the target
  double fill = 0.0;                // the value of points `fill`
  std::int64_t n_used = 0;          // local target points in use
  std::int64_t n_covered = 0;       // of these, those in the source grid (for check_overlap)
};

// Makes the rows of a target's local points. `weights` are those of the kind `matrix`, the same list on all
// processes, of which a process uses the rows of its points; other kinds ignore it. Throws Error
//   if a grid is invalid, one of the two is in the plane and the other is not, or the source has no point in
//   use, no triangles (three_points) or no axes (bilinear);
//   for `none`, if the grids have different numbers of points or points at different places;
//   for `matrix`, if an index is out of range, a weight is not finite, or a row uses a point not in use;
//   with NoSource::error, if a point in use has no source: its message has the first one, their number here
//   and what to do.
RegriddingMatrix make_regridding(const RegriddingSettings& settings, const WholeGrid& source,
                                 const CouplingGrid& target, const GridWeights& weights = {});

// Throws Error if the target has points in use but none of them lies in the source grid. The counts are the
// sums of RegriddingMatrix::n_used and n_covered over all processes of the target: one process alone may well
// lie outside the source grid.
void check_overlap(std::int64_t n_used, std::int64_t n_covered, const WholeGrid& source,
                   const std::string& target);

}  // namespace groundswell
