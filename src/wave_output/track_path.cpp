// SPDX-License-Identifier: Apache-2.0
#include "wave_output/track_path.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "files/dated_file.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

constexpr double nearly_opposite = 1e-4;  // [rad] by which an arc is shorter than half a circle

Vec3 vector_to(const Position& position) {
  return point_at(position.lon * degree, position.lat * degree);
}

Position wrapped(const Position& position) {
  return {wrapped_longitude(position.lon), position.lat};
}

}  // namespace

std::int64_t TrackPath::first_second() const {
  return std::int64_t(std::ceil(points_.front().seconds));
}

std::int64_t TrackPath::last_second() const {
  return std::int64_t(std::floor(points_.back().seconds));
}

bool TrackPath::has(const DateTime& date) const {
  return date.seconds() >= first_second() && date.seconds() <= last_second();
}

std::vector<TrackPoint>::const_iterator TrackPath::point_after(const DateTime& date) const {
  return std::ranges::lower_bound(points_, double(date.seconds()), {}, &TrackPoint::seconds);
}

double TrackPath::gap(const DateTime& date) const {
  const auto after = point_after(date);
  return after->seconds == double(date.seconds()) ? 0.0 : after->seconds - (after - 1)->seconds;
}

Position TrackPath::position(const DateTime& date) const {
  const auto seconds = double(date.seconds());
  const auto after = point_after(date);
  if (after->seconds == seconds) return wrapped(after->position);
  const TrackPoint& before = *(after - 1);
  return divide_great_circle(before.position, after->position,
                             (seconds - before.seconds) / (after->seconds - before.seconds));
}

bool are_opposite(const Position& from, const Position& to) {
  return arc_length(vector_to(from), vector_to(to)) > pi - nearly_opposite;
}

Position divide_great_circle(const Position& from, const Position& to, double fraction) {
  const Vec3 a = vector_to(from), b = vector_to(to);
  const double arc = arc_length(a, b);
  if (arc == 0.0) return wrapped(from);
  const Vec3 between = a * std::sin((1.0 - fraction) * arc) + b * std::sin(fraction * arc);
  return wrapped({longitude(between) / degree, latitude(between) / degree});
}

}  // namespace groundswell
