// SPDX-License-Identifier: Apache-2.0
#include "mesh_files/point_values.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/netcdf_reader.hpp"
#include "files/time_axis.hpp"

namespace groundswell {
namespace {

constexpr char time_name[] = "time";

// The file's record of a date.
std::size_t find_record(const NetcdfReader& file, const DateTime& date) {
  const std::vector<DatedRecord> records = read_time_axis(file, time_name, date.calendar()).records;
  const auto at = std::ranges::find(records, date, &DatedRecord::date);
  require(at != records.end(), "'", file.path(), "' has no values of ", date.iso(),
          records.empty()
              ? std::string()
              : text("; its dates go from ", records.front().date.iso(), " to ", records.back().date.iso()));
  return at->record;
}

std::vector<double> read_one(const NetcdfReader& file, const std::string& name, const std::string& unit,
                             std::int64_t n_point, const DateTime& date) {
  const NetcdfVariable& variable = file.variable(name);
  std::vector<std::size_t> start(variable.shape.size(), 0), count = variable.shape;
  for (std::size_t i = 0; i < count.size(); ++i)
    if (variable.dimensions[i] == time_name) start[i] = find_record(file, date), count[i] = 1;
  std::size_t n = 1;
  for (const std::size_t size : count) n *= size;
  require(!variable.is_text && n == std::size_t(n_point), "'", file.path(), "': ", name, " has ", n,
          " values of a date, but the grid has ", n_point, " points");
  std::vector<double> values = file.read<double>(name, start, count);
  if (const std::optional<std::string> own = file.units(name)) {
    double factor = 1.0;
    try {
      factor = conversion_factor(*own, unit);
    } catch (const Error& error) {
      throw Error(text("'", file.path(), "': ", name, ": ", error.what()));
    }
    for (double& value : values) value *= factor;
  }
  return values;
}

}  // namespace

std::vector<std::vector<double>> read_point_values(const std::string& path,
                                                   const std::vector<std::string>& variables,
                                                   const std::string& unit, std::int64_t n_point,
                                                   const DateTime& date) {
  const NetcdfReader file(path);
  std::vector<std::vector<double>> values;
  for (const std::string& name : variables) values.push_back(read_one(file, name, unit, n_point, date));
  return values;
}

}  // namespace groundswell
