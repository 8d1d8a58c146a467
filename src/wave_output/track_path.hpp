// SPDX-License-Identifier: Apache-2.0
// The path of a ship or satellite: positions in time, with great circles between them.
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
  // Precondition: at least two points, ascending in time (read_track).
  explicit TrackPath(std::vector<TrackPoint> points) : points_(std::move(points)) {}

  bool has(const DateTime& date) const;
  // The first and the last whole second of the path.
  std::int64_t first_second() const;
  std::int64_t last_second() const;
  // The position at a date, with -180 <= lon < 180. Precondition: the path includes the date.
  Position position(const DateTime& date) const;
  // The time [s] between the points around a date; 0 if a point has that date. Precondition: the path
  // includes the date.
  double gap(const DateTime& date) const;

 private:
  // The first point at or after a date.
  std::vector<TrackPoint>::const_iterator point_after(const DateTime& date) const;

  std::vector<TrackPoint> points_;
};

// The position at a fraction of the great-circle arc between two positions, which must not be antipodal.
Position divide_great_circle(const Position& from, const Position& to, double fraction);
// Whether two positions are so nearly antipodal that the shortest path is undefined.
bool are_opposite(const Position& from, const Position& to);

}  // namespace groundswell
