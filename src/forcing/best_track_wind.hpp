// SPDX-License-Identifier: Apache-2.0
// The wind of a real storm, from its best track: a profile in each quadrant that meets the given radii,
// turned towards the centre and by the storm's travel. Equations and sources: docs/theory/wind.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "forcing/best_track.hpp"
#include "forcing/forcing_settings.hpp"
#include "forcing/forcing_source.hpp"
#include "forcing/quadrant_profile.hpp"
#include "forcing/storm_wind.hpp"
#include "forcing/track_estimates.hpp"

namespace groundswell {

class BestTrackWind : public DatedSource {
 public:
  // The first of all `ranks` reads the file; without `ranks` the caller is alone. Throws Error, on all ranks,
  // as read_best_track does, if its winds times the averaging factor are stronger than strongest_wind, if the
  // track does not cover the time from `start` to `end`, or if dates that are farther apart than max_gap lie
  // around a part of it. Collective.
  BestTrackWind(const BestTrackSettings& settings, const ForcingCells& cells, const DateTime& start,
                const DateTime& end, const Communicator* ranks);
  void supply(const DateTime& now, std::span<const View<float>> values) override;
  std::optional<InputRecord> find_input(const DateTime& from, const DateTime& until,
                                        const Communicator* ranks) override;
  std::string describe() const override { return description_; }

 private:
  // The storm between two dates of its track.
  struct State {
    UnitVector centre{}, east{}, north{};  // and the directions there
    UnitVector pull{};                     // by which the travel turns the direction of the wind
    std::vector<QuadrantProfile> profiles;
    QuadrantProfile::Value at(const UnitVector& position, double distance) const;
  };
  TrackSources bracket(const DateTime& now) const;
  UnitVector centre_at(const DateTime& now) const;
  State state_at(const DateTime& now) const;
  UnitVector travel_at(const DateTime& now) const;  // [m s-1]
  std::vector<DateTime> dates() const;

  BestTrackSettings settings_;
  std::vector<BestTrackPoint> points_;       // with a radius of the maximum wind at each
  std::vector<TrackSources> radii_sources_;  // [point], or none
  std::vector<StormKnots> knots_;            // [point]
  double spin_ = 1.0;
  std::string description_;
  StormCells cells_;
};

}  // namespace groundswell
