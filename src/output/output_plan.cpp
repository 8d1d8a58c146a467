// SPDX-License-Identifier: Apache-2.0
// Checks the settings before anything is written.
#include "output/output_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "field/field_info.hpp"
#include "files/station_file.hpp"
#include "output/lat_lon_variable.hpp"

namespace groundswell {
namespace {

void check_names(const std::vector<std::string>& names, std::string_view where) {
  std::set<std::string> seen;
  for (const std::string& name : names)
    require(seen.insert(name).second, "'", name, "' is listed twice in ", where, "; remove one");
}

void check_lat_lon(const LatLonOutputSettings& lat_lon) {
  require(lat_lon.interval >= 0, "the interval of lat-lon output is ", lat_lon.interval,
          " s; it must be positive, or 0 for none");
  if (lat_lon.interval == 0) return;
  require(lat_lon.spacing > 0.0 && lat_lon.spacing <= 30.0, "the spacing of lat-lon output is ",
          lat_lon.spacing, " degrees; it must lie between 0 and 30");
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  const double west = lat_lon.west.value_or(unknown), east = lat_lon.east.value_or(unknown);
  const double south = lat_lon.south.value_or(unknown), north = lat_lon.north.value_or(unknown);
  require(
      !(west >= east) && !(east - west > 360.0), "lat-lon output from ", west, " to ", east,
      " degrees east has no points, or is more than the globe; give west < east (across the date line, for "
      "example, 170 and 190)");
  require(!(south >= north) && !(south < -90.0) && !(north > 90.0), "lat-lon output from ", south, " to ",
          north, " degrees north: give -90 <= south < north <= 90");
  check_names(lat_lon.variables, "the variables of lat-lon output");
  for (const std::string& name : lat_lon.variables) lat_lon_variable(name);
}

void check_points(const PointOutputSettings& points) {
  require(points.interval >= 0 && points.spectra_interval >= 0,
          "intervals of output at points must be positive, or 0 for none; they are ", points.interval,
          " and ", points.spectra_interval, " s");
  check_names(points.fields, "the fields of output at points");
  for (const std::string& name : points.fields) field_info(name);
  std::vector<std::string> names;
  for (const OutputPlace& place : points.places) {
    require(!place.name.empty(), "a place of output at points has no name; give it one");
    require(std::isfinite(place.lon) && std::isfinite(place.lat), "the place '", place.name,
            "' has no longitude or latitude");
    names.push_back(place.name);
  }
  check_names(names, "the places of output");
  if (points.spectra_interval == 0) return;
  // Names in spectra.nc are cut to this many letters.
  for (std::string& name : names) name.resize(std::min<std::size_t>(name.size(), spectra_name_width));
  for (std::size_t i = 0; i < names.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      require(names[i] != names[k], "the places '", points.places[k].name, "' and '", points.places[i].name,
              "' would both be called '", names[i], "' in spectra.nc, where names have ", spectra_name_width,
              " letters; rename one of them, or set points.spectra_interval to 0");
}

}  // namespace

OutputPlan::OutputPlan(OutputSettings settings, const DateTime& first, const DateTime& last)
    : settings_(std::move(settings)), first_(first) {
  require(settings_.mesh.interval >= 0, "the interval of mesh output is ", settings_.mesh.interval,
          " s; it must be positive, or 0 for none");
  check_names(settings_.mesh.fields, "the fields of mesh output");
  for (const std::string& name : settings_.mesh.fields) field_info(name);
  check_lat_lon(settings_.lat_lon);
  check_points(settings_.points);
  const auto set = [&](OutputKind kind, std::int64_t interval, bool wanted) {
    if (interval > 0 && wanted) alarms_[std::size_t(kind)].emplace(first, interval, last);
  };
  const bool places = !settings_.points.places.empty();
  set(OutputKind::mesh_fields, settings_.mesh.interval, !settings_.mesh.fields.empty());
  set(OutputKind::lat_lon, settings_.lat_lon.interval, !settings_.lat_lon.variables.empty());
  set(OutputKind::points, settings_.points.interval, places && !settings_.points.fields.empty());
  set(OutputKind::spectra, settings_.points.spectra_interval, places);
}

bool OutputPlan::writes(OutputKind kind) const {
  return alarms_[std::size_t(kind)].has_value();
}

bool OutputPlan::due(OutputKind kind, const DateTime& now) const {
  const auto& alarm = alarms_[std::size_t(kind)];
  return alarm && alarm->due(now);
}

std::int64_t OutputPlan::n_date(OutputKind kind) const {
  const auto& alarm = alarms_[std::size_t(kind)];
  return alarm ? alarm->count() : 0;
}

bool OutputPlan::anything_due(const DateTime& now) const {
  return std::any_of(all_output_kinds.begin(), all_output_kinds.end(),
                     [&](OutputKind kind) { return due(kind, now); });
}

std::vector<std::string> OutputPlan::fields_of(OutputKind kind) const {
  switch (kind) {
    case OutputKind::mesh_fields:
      return settings_.mesh.fields;
    case OutputKind::points:
      return settings_.points.fields;
    case OutputKind::spectra:
      return {"dpt", "uwnd", "vwnd"};
    case OutputKind::lat_lon:
      break;
  }
  std::vector<std::string> sources;
  for (const std::string& name : settings_.lat_lon.variables)
    for (const std::string_view source : lat_lon_variable(name).sources)
      if (!source.empty() && std::find(sources.begin(), sources.end(), source) == sources.end())
        sources.emplace_back(source);
  return sources;
}

std::vector<std::string> OutputPlan::fields_due(const DateTime& now) const {
  std::vector<std::string> fields;
  for (const OutputKind kind : all_output_kinds) {
    if (!due(kind, now)) continue;
    for (const std::string& name : fields_of(kind))
      if (std::find(fields.begin(), fields.end(), name) == fields.end()) fields.push_back(name);
  }
  return fields;
}

std::string OutputPlan::path(OutputKind kind) const {
  constexpr const char* names[] = {"fields.nc", "lat_lon.nc", "points.nc", "spectra.nc"};
  return settings_.folder + "/" + names[std::size_t(kind)];
}

}  // namespace groundswell
