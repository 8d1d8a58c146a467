// SPDX-License-Identifier: Apache-2.0
// What stands for the radii that dates of a best track lack, and what the log says about it. Rules and
// sources: docs/theory/wind.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "forcing/best_track.hpp"
#include "forcing/forcing_settings.hpp"
#include "forcing/quadrant_profile.hpp"

namespace groundswell {

// The dates from which something is taken, as indices, and the weight of the second: for a date that has it,
// twice itself.
struct TrackSources {
  std::size_t first = 0, second = 0;
  double weight = 0.0;
};

// For each date the nearest ones before and after that have radii of winds, or twice the one on the only side
// that has any; empty if no date has any.
std::vector<TrackSources> find_radii_sources(std::span<const BestTrackPoint> points);

// Sets the missing radii of the maximum wind: linear in time between the nearest dates that give it, that of
// the nearest one before the first or after the last of these, or, if none does, estimate_radius.
void complete_radius(std::span<BestTrackPoint> points);

// Gives the dates without radii of winds the knots of their `sources`, whose winds are scaled in proportion
// to the maximum wind. Without sources nothing changes. `points` and `knots` have one entry per date.
void complete_knots(std::span<const BestTrackPoint> points, std::span<const TrackSources> sources,
                    std::vector<StormKnots>& knots);

// The line about a track as it was read: its dates, its strongest wind, and how many dates lack what.
std::string describe_track(const BestTrack& track, const BestTrackSettings& settings);

}  // namespace groundswell
