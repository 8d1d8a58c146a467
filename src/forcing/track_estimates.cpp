// SPDX-License-Identifier: Apache-2.0
#include "forcing/track_estimates.hpp"

#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

// For each date the nearest ones before and after it (or itself) for which `has` holds; empty if none does.
template <typename Has>
std::vector<TrackSources> find_sources(std::span<const BestTrackPoint> points, const Has& has) {
  const std::size_t none = points.size();
  std::vector<TrackSources> sources(points.size());
  std::size_t last = none, next = none;
  for (std::size_t i = 0; i < points.size(); ++i) sources[i].first = last = has(points[i]) ? i : last;
  if (last == none) return {};
  for (std::size_t i = points.size(); i-- > 0;) {
    if (has(points[i])) next = i;
    auto& [first, second, weight] = sources[i];
    second = next == none ? first : next;
    if (first == none) first = second;
    const auto length = double(points[second].date - points[first].date);
    weight = first == second ? 0.0 : double(points[i].date - points[first].date) / length;
  }
  return sources;
}

bool has_radii(const BestTrackPoint& point) {
  for (std::size_t k = 0; k < isotachs.size(); ++k)
    if (point.has_extent(k)) return true;
  return false;
}

// Whether a wind reaches farther in a quadrant than a weaker one.
bool has_contradiction(const BestTrackPoint& point) {
  for (std::size_t weaker = 1; weaker < isotachs.size(); ++weaker)
    for (std::size_t stronger = 0; stronger < weaker; ++stronger)
      for (std::size_t q = 0; q < n_quadrant; ++q)
        if (point.has_extent(weaker) && point.has_extent(stronger) &&
            point.extent[stronger][q] > point.extent[weaker][q])
          return true;
  return false;
}

}  // namespace

std::vector<TrackSources> find_radii_sources(std::span<const BestTrackPoint> points) {
  return find_sources(points, has_radii);
}

void complete_radius(std::span<BestTrackPoint> points) {
  const std::vector<TrackSources> sources =
      find_sources(points, [](const BestTrackPoint& point) { return point.radius > 0.0; });
  for (std::size_t i = 0; i < points.size(); ++i)
    if (sources.empty())
      points[i].radius = estimate_radius(points[i]);
    else if (points[i].radius == 0.0)
      points[i].radius =
          std::lerp(points[sources[i].first].radius, points[sources[i].second].radius, sources[i].weight);
}

void complete_knots(std::span<const BestTrackPoint> points, std::span<const TrackSources> sources,
                    std::vector<StormKnots>& knots) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto [first, second, weight] = sources[i];
    if (first == i) continue;
    const double factor =
        points[i].max_wind / std::lerp(points[first].max_wind, points[second].max_wind, weight);
    knots[i] = interpolate(knots[first], knots[second], weight);
    for (QuadrantKnots& quadrant : knots[i])
      for (double& speed : quadrant.speed) speed *= factor;
  }
}

std::string describe_track(const BestTrack& track, const BestTrackSettings& settings) {
  int n_without_radius = 0, n_without_radii = 0, n_means = 0, n_contradictions = 0;
  const BestTrackPoint* strongest = &track.points.front();
  for (const BestTrackPoint& point : track.points) {
    if (point.max_wind > strongest->max_wind) strongest = &point;
    n_without_radius += point.radius == 0.0;
    n_without_radii += !has_radii(point);
    n_means += point.has_mean_radii;
    n_contradictions += has_contradiction(point);
  }
  std::string said =
      text("the best track of ", track.storm, track.name.empty() ? "" : " (" + track.name + ")", " in '",
           settings.file.string(), "': ", track.points.size(), " dates from ",
           track.points.front().date.iso(), " to ", track.points.back().date.iso(), ", at most ",
           std::lround(strongest->max_wind / knot), " kt, at ", strongest->date.iso());
  const auto add = [&](int count, const char* what) {
    if (count > 0) said += text("; ", count, count == 1 ? " date " : " dates ", what);
  };
  const int all = int(track.points.size());
  add(n_without_radius, n_without_radius == all
                            ? "without the radius of the maximum wind, which is estimated"
                            : "without the radius of the maximum wind, which other dates give");
  add(n_without_radii, n_without_radii == all ? "without radii of winds, for which Holland's profile stands"
                                              : "without radii of winds, which other dates give");
  add(n_means, "with radii missing in some quadrants, which have the mean of the others");
  add(n_contradictions, "on which a wind reaches farther than a weaker one, which is cut");
  add(track.n_without_wind, "without centre or maximum wind, left out");
  return said;
}

}  // namespace groundswell
