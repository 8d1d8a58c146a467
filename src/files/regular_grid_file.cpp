// SPDX-License-Identifier: Apache-2.0
#include "files/regular_grid_file.hpp"

#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "base/units.hpp"
#include "files/netcdf_reader.hpp"

namespace groundswell {
namespace {

std::string lower(std::string word) {
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word;
}

// Whether a variable has two dimensions with coordinate variables.
bool is_map(const NetcdfReader& file, const NetcdfVariable& v) {
  return v.dimensions.size() == 2 && !v.is_text && v.shape[0] > 1 && v.shape[1] > 1 &&
         file.has_variable(v.dimensions[0]) && file.has_variable(v.dimensions[1]);
}

std::string find_map(const NetcdfReader& file) {
  std::vector<std::string> maps;
  for (const NetcdfVariable& v : file.variables())
    if (is_map(file, v)) maps.push_back(v.name);
  std::string all;
  for (const std::string& name : maps) all += " " + name;
  require(!maps.empty(), "'", file.path(),
          "' has no variable over (latitude, longitude) with coordinate variables");
  require(maps.size() == 1, "'", file.path(), "' has several maps:", all, "; name the one with the heights");
  return maps[0];
}

// Refuses an axis whose units are those of the other one; an axis without units passes.
void check_axis(const NetcdfReader& file, const std::string& name, const std::string& wanted,
                const std::string& other) {
  const std::string units = lower(file.text_attribute(name, "units").value_or(""));
  const bool is_other = units.rfind("degrees_" + other, 0) == 0 || units.rfind("degree_" + other, 0) == 0;
  require(!is_other, "'", file.path(), "': axis ", name, " has units ", units, " where degrees_", wanted,
          " are needed; heights must be stored by latitude, then longitude");
}

struct StatedSign {
  double value = 1.0;
  bool is_sure = true;
};

StatedSign sign_of(const NetcdfReader& file, const std::string& variable) {
  const std::string positive = lower(file.text_attribute(variable, "positive").value_or("")),
                    standard = lower(file.text_attribute(variable, "standard_name").value_or("")),
                    name = lower(variable);
  const auto holds = [](const std::string& text, std::initializer_list<const char*> words) {
    return std::ranges::any_of(words, [&](const char* w) { return text.find(w) != std::string::npos; });
  };
  if (positive == "up" || positive == "down") return {positive == "up" ? 1.0 : -1.0};
  if (holds(standard, {"depth"})) return {-1.0};
  if (holds(standard, {"height", "altitude"}) || holds(name, {"height", "elev", "topo", "altitude"}))
    return {1.0};
  return {holds(name, {"depth", "bathy"}) || name == "h" ? -1.0 : 1.0, false};
}

double metres_per_unit(const NetcdfReader& file, const std::string& variable) {
  const std::string units = file.text_attribute(variable, "units").value_or("m");
  try {
    return conversion_factor(units, "m");
  } catch (const Error& error) {
    throw Error(text("'", file.path(), "': the heights ", variable, " have units '", units,
                     "', which are not a length: ", error.what()));
  }
}

}  // namespace

HeightMap read_height_file(const std::string& path, const std::string& name, HeightSign given) {
  const NetcdfReader file(path);
  const NetcdfVariable& variable = file.variable(name.empty() ? find_map(file) : name);
  require(is_map(file, variable), "'", path, "': variable ", variable.name,
          " is not over (latitude, longitude) with coordinate variables");
  const std::string &lat = variable.dimensions[0], &lon = variable.dimensions[1];
  check_axis(file, lat, "north", "east");
  check_axis(file, lon, "east", "north");
  std::vector<float> heights = file.read<float>(variable.name);
  const StatedSign sign = given == HeightSign::as_stated ? sign_of(file, variable.name)
                                                         : StatedSign{given == HeightSign::up ? 1.0 : -1.0};
  const auto factor = static_cast<float>(sign.value * metres_per_unit(file, variable.name));
  for (float& height : heights) height *= factor;
  require(std::any_of(heights.begin(), heights.end(), [](float height) { return height < 0.0f; }), "'", path,
          "': no value of ", variable.name, " lies below the sea, taken as ",
          sign.value > 0.0 ? "heights (negative at sea); if it has depths, set bathymetry.positive: down"
                           : "depths (positive at sea); if it has heights, set bathymetry.positive: up");
  try {
    return {make_regular_grid(file.read<double>(lon), file.read<double>(lat), std::move(heights)),
            variable.name, sign.is_sure};
  } catch (const Error& error) {
    throw Error(text("'", path, "': ", error.what()));
  }
}

}  // namespace groundswell
