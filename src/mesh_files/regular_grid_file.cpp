// SPDX-License-Identifier: Apache-2.0
#include "mesh_files/regular_grid_file.hpp"

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

// Whether a variable is numeric and has two dimensions, both longer than 1 and with coordinate variables.
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

// Throws Error if an axis has the units of the other axis (degrees_east for degrees_north or the reverse).
// Any other units, or none, are accepted.
void check_axis(const NetcdfReader& file, const std::string& name, const std::string& wanted,
                const std::string& other) {
  const std::string units = lower(file.units(name).value_or(""));
  const bool is_other = units.rfind("degrees_" + other, 0) == 0 || units.rfind("degree_" + other, 0) == 0;
  require(!is_other, "'", file.path(), "': axis ", name, " has units ", units, ", but degrees_", wanted,
          " are needed; heights must be stored by latitude, then longitude");
}

struct Statement {
  bool depths = false;
  std::string reason;
  bool is_sure = true;
};

bool holds(const std::string& text, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* w) { return text.find(w) != std::string::npos; });
}

// What the attributes state about the sign, that is, whether the values are heights or depths.
std::vector<Statement> find_statements(const NetcdfReader& file, const std::string& variable) {
  std::vector<Statement> found;
  const std::string positive = file.text_attribute(variable, "positive").value_or(""),
                    standard = file.text_attribute(variable, "standard_name").value_or("");
  if (!positive.empty()) {
    require(
        lower(positive) == "up" || lower(positive) == "down", "'", file.path(), "': ", variable,
        " has positive = '", positive,
        "', which is neither 'up' nor 'down'; set bathymetry.positive: up if it holds heights (negative at "
        "sea), down if it holds depths");
    found.push_back({lower(positive) == "down", text("its attribute positive is '", positive, "'")});
  }
  const bool depth = holds(lower(standard), {"depth"});
  if (depth || holds(lower(standard), {"height", "altitude"}))
    found.push_back({depth, text("its standard_name is '", standard, "'")});
  return found;
}

// What the variable's name indicates about the sign. 'bathymetry' and 'h' are taken as names of depths, but
// may also be names of heights.
Statement read_name(const std::string& variable) {
  const std::string name = lower(variable);
  const bool heights = holds(name, {"height", "elev", "topo", "altitude"}),
             depths = holds(name, {"depth", "bathy"}) || name == "h";
  if (heights) return {false, text("of its name, ", variable), !depths};
  if (depths) return {true, text("of its name, ", variable), false};
  return {false, "nothing says that it holds depths", false};
}

// Throws Error if the statements contradict each other. A name for depths is never certain, but a name with
// 'depth' in it contradicts an attribute that states heights.
void refuse_contradiction(const std::string& path, const std::string& variable,
                          const std::vector<Statement>& found, const Statement& name) {
  std::vector<Statement> all = found;
  if (name.is_sure || holds(lower(variable), {"depth"}))
    all.push_back({name.depths, text("its name is ", variable)});
  for (const Statement& other : all)
    require(other.depths == all[0].depths, "'", path, "': the statements about ", variable,
            " contradict each other: ", all[0].reason, ", but ", other.reason,
            "; set bathymetry.positive: up if it holds heights (negative at sea), down if it holds depths");
}

Statement sign_of(const NetcdfReader& file, const std::string& variable, HeightSign given) {
  if (given != HeightSign::as_stated) {
    const bool depths = given == HeightSign::down;
    return {depths, text("bathymetry.positive is ", depths ? "down" : "up")};
  }
  const std::vector<Statement> found = find_statements(file, variable);
  const Statement name = read_name(variable);
  refuse_contradiction(file.path(), variable, found, name);
  return found.empty() ? name : found[0];
}

double metres_per_unit(const NetcdfReader& file, const std::string& variable) {
  const std::string units = file.units(variable).value_or("m");
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
  const Statement sign = sign_of(file, variable.name, given);
  const auto factor = static_cast<float>((sign.depths ? -1.0 : 1.0) * metres_per_unit(file, variable.name));
  for (float& height : heights) height *= factor;
  require(std::any_of(heights.begin(), heights.end(), [](float height) { return height < 0.0f; }), "'", path,
          "': no value of ", variable.name, " lies below the sea, taken as ",
          sign.depths ? "depths (positive at sea); if it has heights, set bathymetry.positive: up"
                      : "heights (negative at sea); if it has depths, set bathymetry.positive: down");
  const bool has_land =
      std::any_of(heights.begin(), heights.end(), [](float height) { return height > 0.0f; });
  try {
    return {make_regular_grid(file.read<double>(lon), file.read<double>(lat), std::move(heights)),
            variable.name, sign.depths, sign.reason, sign.is_sure || !has_land};
  } catch (const Error& error) {
    throw Error(text("'", path, "': ", error.what()));
  }
}

}  // namespace groundswell
