// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string_view>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/units.hpp"
#include "files/netcdf_reader.hpp"
#include "files/time_axis.hpp"
#include "wave_output/track_points.hpp"

namespace groundswell {
namespace {

// How a netCDF variable is identified: by its standard name, else its unit (preferably with its name, since
// bounds may have the unit too), else its name.
struct TrackVariable {
  std::string_view standard_name;
  std::array<std::string_view, 4> units;
  std::array<std::string_view, 2> names;
};
constexpr TrackVariable time_variable{"time", {}, {"time", "date"}};
constexpr TrackVariable longitude_variable{
    "longitude", {"degrees_east", "degree_east", "degrees_e", "degree_e"}, {"lon", "longitude"}};
constexpr TrackVariable latitude_variable{
    "latitude", {"degrees_north", "degree_north", "degrees_n", "degree_n"}, {"lat", "latitude"}};

const NetcdfVariable& find_track_variable(const NetcdfReader& reader, const TrackVariable& known) {
  const auto attribute = [&](const NetcdfVariable& variable, const char* name) {
    return to_lower(reader.text_attribute(variable.name, name).value_or(""));
  };
  const auto has_standard_name = [&](const NetcdfVariable& variable) {
    return attribute(variable, "standard_name") == known.standard_name;
  };
  const auto has_unit = [&](const NetcdfVariable& variable) {
    const std::string unit = attribute(variable, "units");
    return !unit.empty() && std::ranges::find(known.units, unit) != known.units.end();
  };
  const auto has_name = [&](const NetcdfVariable& variable) {
    return std::ranges::find(known.names, to_lower(variable.name)) != known.names.end();
  };
  const auto& variables = reader.variables();
  auto found = std::ranges::find_if(variables, has_standard_name);
  if (found == variables.end())
    found = std::ranges::find_if(variables, [&](const auto& v) { return has_unit(v) && has_name(v); });
  if (found == variables.end()) found = std::ranges::find_if(variables, has_unit);
  if (found == variables.end()) found = std::ranges::find_if(variables, has_name);
  require(found != variables.end(), "'", reader.path(), "' has no ", known.standard_name,
          ": no variable has the standard_name ", known.standard_name, " or is called ", known.names[0],
          "; it has ", listed_names(variables));
  return *found;
}

// The single dimension along which positions vary; "" if there is only one position.
std::string find_track_dimension(const NetcdfReader& reader, const NetcdfVariable& variable) {
  std::string along;
  for (std::size_t d = 0; d < variable.dimensions.size(); ++d) {
    if (variable.shape[d] == 1) continue;
    require(along.empty(), "'", variable.name, "' of '", reader.path(), "' has two dimensions, '", along,
            "' and '", variable.dimensions[d], "'; a track has one: extract one trajectory");
    along = variable.dimensions[d];
  }
  return along;
}

std::vector<double> read_degrees(const NetcdfReader& reader, const TrackVariable& known,
                                 const NetcdfVariable& time) {
  const NetcdfVariable& variable = find_track_variable(reader, known);
  require(variable.size() == time.size() &&
              find_track_dimension(reader, variable) == find_track_dimension(reader, time),
          "'", variable.name, "' of '", reader.path(), "' does not lie along the dimension of '", time.name,
          "'; a track has one longitude and one latitude for each time");
  double factor = 1.0;
  try {
    if (const auto unit = reader.units(variable.name)) factor = conversion_factor(*unit, "degree");
  } catch (const Error& error) {
    throw Error(text("'", variable.name, "' of '", reader.path(), "' has the units '",
                     *reader.units(variable.name), "', which are not degrees: ", error.what()));
  }
  std::vector<double> degrees = reader.read<double>(variable.name);
  for (double& value : degrees) value *= factor;
  return degrees;
}

}  // namespace

std::vector<TrackPoint> read_netcdf_track(const std::filesystem::path& file, Calendar calendar) {
  const NetcdfReader reader(file);
  const NetcdfVariable& time = find_track_variable(reader, time_variable);
  const TimeAxis axis = read_time_axis(reader, time.name, calendar);
  require(axis.months.empty(), "the time axis '", time.name, "' of '", reader.path(),
          "' counts from year 0 or 1, as climatologies do; a track needs real dates");
  const std::vector<double> lon = read_degrees(reader, longitude_variable, time),
                            lat = read_degrees(reader, latitude_variable, time);
  TrackPointList points(calendar);
  for (const DatedRecord& dated : axis.records)
    points.add({double(dated.date.seconds()) + dated.fraction, {lon[dated.record], lat[dated.record]}},
               text("position ", dated.record + 1, " of '", reader.path(), "'"));
  return std::move(points).finish(reader.path());
}

}  // namespace groundswell
