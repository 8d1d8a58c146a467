// SPDX-License-Identifier: Apache-2.0
#include "coupling/regridding.hpp"

#include <optional>
#include <utility>

#include "base/error.hpp"
#include "coupling/nearest_search.hpp"
#include "coupling/place_box.hpp"
#include "coupling/regridding_rows.hpp"

namespace groundswell {
namespace {

// The points in use without a source: their number, and the one of the lowest global index.
struct Uncovered {
  std::int64_t n_point = 0;
  std::size_t first = 0;

  void add(const CouplingGrid& target, std::size_t point) {
    if (n_point == 0 || target.cells[point] < target.cells[first]) first = point;
    ++n_point;
  }
};

void refuse_uncovered(const Uncovered& uncovered, std::int64_t n_used, const WholeGrid& source,
                      const CouplingGrid& target) {
  if (uncovered.n_point == 0) return;
  const std::string place =
      describe_place(target.on_sphere, target.lon[uncovered.first], target.lat[uncovered.first]);
  throw Error(text(uncovered.n_point == n_used ? "all " : "", uncovered.n_point,
                   uncovered.n_point == n_used ? "" : text(" of ", n_used), " points in use of '",
                   target.name, "' on this process have no source in '", source.name,
                   "', whose points in use have ", source.extent(), "; the first of them, point ",
                   target.cells[uncovered.first], " (from 0), lies at ", place,
                   ". Use a source that covers them, take them out of use, or set "
                   "fields.no_source: nearest or value"));
}

// The box around the source's points in use, widened by a tenth of its size: a target point outside of it has
// a nearest point, but not one that is near.
PlaceBox box_of(const WholeGrid& source) {
  PlaceBox box;
  for (std::int64_t i = 0; i < std::int64_t(source.n_point()); ++i)
    if (source.is_used(i)) box.add(source.place(i));
  require(box.low.x <= box.high.x, "no point of the grid of '", source.name,
          "' is in use, so that it can give no values; its mask must be 1 at points with values");
  box.widen(0.1 * norm(box.high - box.low) + source.same_distance());
  return box;
}

}  // namespace

RegriddingMatrix make_regridding(const RegriddingSettings& settings, const WholeGrid& source,
                                 const CouplingGrid& target, const GridWeights& weights) {
  check_grid(target);
  require(source.on_sphere == target.on_sphere, "the grid of '", source.on_sphere ? source.name : target.name,
          "' is on the sphere, but that of '", source.on_sphere ? target.name : source.name,
          "' is in the plane; nothing can be regridded between them");
  const PlaceBox box = box_of(source);
  const RowMaker row_of = make_row_maker(settings.kind, source, target, weights);
  const bool takes_nearest = settings.no_source == NoSource::nearest;
  std::optional<NearestSearch> nearest;
  if (takes_nearest && settings.kind != Regridding::nearest) nearest.emplace(source);
  RegriddingMatrix made;
  made.fill = settings.value;
  Uncovered uncovered;
  for (std::size_t i = 0; i < target.n_point(); ++i) {
    MatrixRow row;
    ValueOrigin origin = ValueOrigin::unused;
    if (target.is_used(i)) {
      const Vec3 place = grid_place(target.on_sphere, target.lon[i], target.lat[i]);
      row = row_of(i);
      const bool has_source = !row.empty();
      ++made.n_used;
      if (has_source && (settings.kind != Regridding::nearest || box.contains(place))) ++made.n_covered;
      if (!has_source) uncovered.add(target, i);
      if (!has_source && takes_nearest) row = {{nearest->find(place), 1.0}};
      origin = has_source ? ValueOrigin::source : takes_nearest ? ValueOrigin::nearest : ValueOrigin::fill;
    }
    made.rows.add_row(std::move(row));
    made.origin.push_back(origin);
  }
  if (settings.no_source == NoSource::error) refuse_uncovered(uncovered, made.n_used, source, target);
  return made;
}

void check_overlap(std::int64_t n_used, std::int64_t n_covered, const WholeGrid& source,
                   const std::string& target) {
  require(n_used == 0 || n_covered > 0, "the grids of '", source.name, "' and '", target,
          "' do not overlap: none of the ", n_used, " points in use of '", target, "' lies among those of '",
          source.name, "', which have ", source.extent(),
          "; check the two grids and the units of their coordinates");
}

}  // namespace groundswell
