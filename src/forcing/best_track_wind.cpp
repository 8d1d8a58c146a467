// SPDX-License-Identifier: Apache-2.0
#include "forcing/best_track_wind.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"
#include "forcing/analytic_wind.hpp"
#include "forcing/needed_dates.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t travel_time =
    3 * 3600;  // [s] before and after a date, over which its travel is a mean

void check_winds(const BestTrack& track, const BestTrackSettings& settings) {
  for (const BestTrackPoint& point : track.points) {
    const double wind = settings.averaging_factor * point.max_wind;
    require(wind <= strongest_wind, "the best track of ", track.storm, " in '", settings.file.string(),
            "' has ", std::lround(point.max_wind / knot), " kt at ", point.date.iso(), ", ", wind,
            " m/s with wind.best_track.averaging_factor ", settings.averaging_factor,
            ", which is stronger than any wind, ", strongest_wind,
            " m/s; set a smaller factor (0.93 for means of ten minutes)");
  }
}

void check_period(const BestTrack& track, const BestTrackSettings& settings, const DateTime& start,
                  const DateTime& end) {
  const std::vector<BestTrackPoint>& points = track.points;
  const std::string of = text("the best track of ", track.storm, " in '", settings.file.string(), "'");
  const std::string left_out =
      track.n_without_wind == 0
          ? ""
          : text(" (", track.n_without_wind, track.n_without_wind == 1 ? " date" : " dates",
                 " without centre or maximum wind left out)");
  require(start >= points.front().date && end <= points.back().date, of, " goes from ",
          points.front().date.iso(), " to ", points.back().date.iso(), left_out,
          ", but the run needs winds from ", start.iso(), " to ", end.iso(),
          "; change time.start or time.end, or give a longer track");
  for (std::size_t i = 1; i < points.size(); ++i) {
    const DateTime &before = points[i - 1].date, &after = points[i].date;
    require(after <= start || before >= end || after - before <= settings.max_gap, of,
            " has nothing between ", before.iso(), " and ", after.iso(), ", ", duration_text(after - before),
            " later", left_out, "; wind.best_track.max_gap allows gaps of ", duration_text(settings.max_gap),
            ": set it higher to bridge this one, or give a track without it");
  }
}

// From one unit vector to another along the great circle.
UnitVector between(const UnitVector& from, const UnitVector& to, double weight) {
  const double angle = angle_between(from, to);
  if (angle < 1e-12) return from;
  return combination(std::sin((1.0 - weight) * angle) / std::sin(angle), from,
                     std::sin(weight * angle) / std::sin(angle), to);
}

UnitVector centre_of(const BestTrackPoint& point) {
  return position_of(point.lon * degree, point.lat * degree);
}

void add_point(ValuesHash& hash, const BestTrackPoint& point) {
  hash.add_place(point.lon, point.lat);
  for (const double value : {point.max_wind, point.radius, point.pressure, point.outer_pressure})
    hash.add(float(value));
  for (const auto& isotach : point.extent)
    for (const double radius : isotach) hash.add(float(radius));
}

}  // namespace

BestTrackWind::BestTrackWind(const BestTrackSettings& settings, const ForcingCells& cells,
                             const DateTime& start, const DateTime& end, const Communicator* ranks)
    : settings_(settings), cells_(cells) {
  const auto read = [&] {
    BestTrack track = read_best_track(settings.file, settings.storm, start.calendar());
    check_winds(track, settings);
    check_period(track, settings, start, end);
    description_ = describe_track(track, settings);
    points_ = std::move(track.points);
  };
  if (ranks) {
    run_on_root(*ranks, 0, read);
    ranks->broadcast(points_, 0);
  } else {
    read();
  }
  spin_ = points_.front().lat < 0.0 ? -1.0 : 1.0;
  radii_sources_ = find_radii_sources(points_);
  complete_radius(points_);
  for (const BestTrackPoint& point : points_) {
    const UnitVector travel = travel_at(point.date);
    const double lon = point.lon * degree, lat = point.lat * degree;
    knots_.push_back(
        make_knots(point, {dot(travel, east_of(lon)), dot(travel, north_of(lon, lat))}, spin_, settings_));
  }
  complete_knots(points_, radii_sources_, knots_);
}

std::vector<DateTime> BestTrackWind::dates() const {
  std::vector<DateTime> dates;
  for (const BestTrackPoint& point : points_) dates.push_back(point.date);
  return dates;
}

// The dates of the track around one within it.
TrackSources BestTrackWind::bracket(const DateTime& now) const {
  const auto later = std::ranges::upper_bound(points_, now, {}, &BestTrackPoint::date);
  const auto second =
      std::size_t(std::clamp<std::ptrdiff_t>(later - points_.begin(), 1, std::ptrdiff_t(points_.size()) - 1));
  const DateTime &before = points_[second - 1].date, &after = points_[second].date;
  return {second - 1, second, std::clamp(double(now - before) / double(after - before), 0.0, 1.0)};
}

UnitVector BestTrackWind::centre_at(const DateTime& now) const {
  const auto [first, second, weight] = bracket(now);
  return between(centre_of(points_[first]), centre_of(points_[second]), weight);
}

UnitVector BestTrackWind::travel_at(const DateTime& now) const {
  const DateTime from = std::max(now + -travel_time, points_.front().date),
                 to = std::min(now + travel_time, points_.back().date);
  const double speed = earth_radius / double(to - from);
  const UnitVector move = combination(speed, centre_at(to), -speed, centre_at(from)), centre = centre_at(now);
  return combination(1.0, move, -dot(move, centre), centre);
}

BestTrackWind::State BestTrackWind::state_at(const DateTime& now) const {
  const auto [first, second, weight] = bracket(now);
  State state;
  state.centre = centre_at(now);
  const double lon = std::atan2(state.centre[1], state.centre[0]);
  state.east = east_of(lon);
  state.north = north_of(lon, std::asin(std::clamp(state.centre[2], -1.0, 1.0)));
  const UnitVector travel = travel_at(now);
  const double speed = std::sqrt(dot(travel, travel));
  if (speed > 0.0) {
    const double max_wind = settings_.averaging_factor *
                            ((1.0 - weight) * points_[first].max_wind + weight * points_[second].max_wind);
    const double ratio =
        compute_travel_ratio(compute_travel_part(speed, max_wind, settings_.translation_share), max_wind);
    state.pull = combination(ratio / speed * std::cos(travel_turn), travel,
                             spin_ * ratio / speed * std::sin(travel_turn), cross(state.centre, travel));
  }
  for (const QuadrantKnots& knots : interpolate(knots_[first], knots_[second], weight))
    state.profiles.emplace_back(knots, settings_.decay);
  return state;
}

// Between the middles of two quadrants, at the place of a cell.
QuadrantProfile::Value BestTrackWind::State::at(const UnitVector& position, double distance) const {
  // The bearing, in quadrants from the middle of the first.
  const double turns = std::atan2(dot(position, east), dot(position, north)) / (0.5 * pi) - 0.5 + n_quadrant;
  const double before = std::floor(turns);
  const auto quadrant = std::size_t(before) % n_quadrant;
  const double weight = 0.5 - 0.5 * std::cos(pi * (turns - before));
  const QuadrantProfile::Value a = profiles[quadrant].at(distance),
                               b = profiles[(quadrant + 1) % n_quadrant].at(distance);
  return {(1.0 - weight) * a.speed + weight * b.speed, (1.0 - weight) * a.background + weight * b.background};
}

void BestTrackWind::supply(const DateTime& now, std::span<const View<float>> values) {
  const State state = state_at(now);
  const double around = spin_ * std::cos(settings_.inflow_degree * degree),
               inwards = std::sin(settings_.inflow_degree * degree);
  const auto [east, north] = components_from(settings_.background_speed, settings_.background_from_degree);
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    const StormCells::Seen seen = cells_.see(cell, state.centre);
    const auto [speed, share] = state.at(cells_.position(cell), seen.distance);
    const UnitVector at_rest = combination(around, seen.around, inwards, seen.inwards),
                     along = combination(seen.sine > 0.0 ? 1.0 / seen.sine : 0.0, at_rest, 1.0, state.pull);
    const double length = cells_.length_of(cell, along);
    const double factor = length > 0.0 ? speed / length : 0.0;
    cells_.write(cell, combination(factor, along, 0.0, along), {share * east, share * north}, values);
  }
}

std::optional<InputRecord> BestTrackWind::find_input(const DateTime& from, const DateTime& until,
                                                     const Communicator*) {
  const auto look_at = [&](const std::vector<std::size_t>& indices) {
    std::vector<std::uint64_t> found;
    for (const std::size_t index : indices) {
      ValuesHash hash;
      add_point(hash, points_[index]);
      if (!radii_sources_.empty() && radii_sources_[index].first != index)
        for (const std::size_t source : {radii_sources_[index].first, radii_sources_[index].second})
          add_point(hash, points_[source]);
      found.push_back(hash.value());
    }
    return found;
  };
  return InputRecord{"", text("the best track '", settings_.file.string(), "'"), false,
                     find_fingerprints(dates(), from, until, look_at)};
}

}  // namespace groundswell
