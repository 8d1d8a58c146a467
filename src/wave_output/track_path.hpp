// SPDX-License-Identifier: Apache-2.0
// The path of a ship or satellite: positions in time, and along great circles between them.
#pragma once

#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "output/place_search.hpp"

namespace groundswell {

struct TrackPoint {
  double seconds = 0.0;  // since 1970-01-01 in the run's calendar
  Position position;
};

class TrackPath {
 public:
  // Precondition: two points or more, ascending in time (read_track).
  explicit TrackPath(std::vector<TrackPoint> points) : points_(std::move(points)) {}

  bool has(const DateTime& date) const;
  // The first and the last whole second of the path.
  std::int64_t first_second() const;
  std::int64_t last_second() const;
  // Its longitude lies in -180 <= lon < 180. Precondition: the path has the date.
  Position position(const DateTime& date) const;
  // The time [s] between the points around a date; 0 where one has it. Precondition: the path has the date.
  double gap(const DateTime& date) const;

 private:
  // The first point at or after a date.
  std::vector<TrackPoint>::const_iterator point_after(const DateTime& date) const;

  std::vector<TrackPoint> points_;
};

// The position that divides the great circle between two others; they must not be opposite to each other.
Position divide_great_circle(const Position& from, const Position& to, double fraction);
// Whether two positions are so nearly opposite to each other that no way between them is the shortest.
bool are_opposite(const Position& from, const Position& to);

}  // namespace groundswell
