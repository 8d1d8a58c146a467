// SPDX-License-Identifier: Apache-2.0
#include "wave_output/track_points.hpp"

#include <cctype>
#include <cmath>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr double most_longitude = 720.0;  // [degree]

}  // namespace

std::string to_lower(std::string word) {
  for (char& c : word) c = char(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

void TrackPointList::add(const TrackPoint& point, const std::string& where) {
  const auto [lon, lat] = point.position;
  require(std::isfinite(lon), where, " has no longitude (", lon, "); give it one or remove the position");
  require(std::isfinite(lat), where, " has no latitude (", lat, "); give it one or remove the position");
  require(std::abs(lat) <= 90.0, where, " has the latitude ", lat,
          "; it must lie between -90 and 90 degrees (are longitude and latitude exchanged?)");
  require(std::abs(lon) <= most_longitude, where, " has the longitude ", lon, "; it must lie between ",
          -most_longitude, " and ", most_longitude, " degrees");
  if (!points_.empty()) check_order(point, where);
  points_.push_back(point);
  where_ = where;
}

std::vector<TrackPoint> TrackPointList::finish(const std::string& file) && {
  require(!points_.empty(), "'", file, "' has no positions; a track needs two or more");
  require(points_.size() > 1, "'", file, "' has only one position (", where_,
          "); a track needs two or more, and a fixed place belongs to output.points.places");
  return std::move(points_);
}

void TrackPointList::check_order(const TrackPoint& point, const std::string& where) const {
  const TrackPoint& before = points_.back();
  require(point.seconds != before.seconds, where, " has the time ", iso(point),
          ", which the position before it (", where_, ") has too; remove one of the two");
  require(point.seconds > before.seconds, where, " has the time ", iso(point), ", which is earlier than ",
          iso(before), " of the position before it (", where_, "); sort the positions by time");
  require(!are_opposite(before.position, point.position), where, " lies at ", point.position.lon, ", ",
          point.position.lat, ", on the other side of the globe from the position before it (", where_,
          "), so that the shortest path between them is undefined; add a position between them");
}

// The time of a point in ISO 8601, with the fraction of a second if there is one.
std::string TrackPointList::iso(const TrackPoint& point) const {
  const double whole = std::floor(point.seconds);
  const std::string words = (epoch_ + std::int64_t(whole)).iso();
  const int n = int(1000.0 * (point.seconds - whole));
  return n == 0 ? words : text(words.substr(0, words.size() - 1), '.', n / 100, n / 10 % 10, n % 10, 'Z');
}

}  // namespace groundswell
