// SPDX-License-Identifier: Apache-2.0
#include "boundary/point_layout.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include "base/error.hpp"

namespace groundswell {
namespace {

std::string lower(std::string word) {
  for (char& c : word) c = char(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

std::string attribute(const NetcdfReader& reader, const std::string& variable, const char* name) {
  return reader.has_variable(variable) ? reader.text_attribute(variable, name).value_or("") : std::string();
}

bool is_time(const NetcdfReader& reader, const std::string& dimension) {
  return attribute(reader, dimension, "units").find(" since ") != std::string::npos ||
         lower(dimension).find("time") != std::string::npos;
}

bool has_dimension(const NetcdfVariable& variable, const std::string& name) {
  return std::ranges::find(variable.dimensions, name) != variable.dimensions.end();
}

// A coordinate is recognised by the start of its name, its standard name or its name in the plane.
struct CoordinateNames {
  std::string_view start, standard, planar;
};
constexpr CoordinateNames x_names{"lon", "longitude", "x"};
constexpr CoordinateNames y_names{"lat", "latitude", "y"};

bool is_named(const NetcdfReader& reader, const NetcdfVariable& variable, const CoordinateNames& names) {
  const std::string name = lower(variable.name);
  return !variable.is_text && (name.rfind(names.start, 0) == 0 || name == names.planar ||
                               attribute(reader, variable.name, "standard_name") == names.standard);
}

// The variable with a coordinate of the places along `dimension`, which is "" for a single place.
const NetcdfVariable& find_coordinate(const NetcdfReader& reader, const PointLayout& layout,
                                      const std::string& dimension, const CoordinateNames& names) {
  const auto fits = [&](const NetcdfVariable& variable) {
    if (!is_named(reader, variable, names)) return false;
    const bool along = dimension.empty() ? variable.size() == 1 : has_dimension(variable, dimension);
    return along && std::ranges::all_of(variable.dimensions, [&](const std::string& other) {
             return other == dimension || dimension.empty() || is_time(reader, other);
           });
  };
  const auto found = std::ranges::find_if(reader.variables(), fits);
  require(found != reader.variables().end(), "'", reader.path(), "' lacks the positions of the places of '",
          layout.variable, "': it has no ", names.standard, dimension.empty() ? "" : " along the dimension '",
          dimension, dimension.empty() ? "" : "'", "; give it one");
  return *found;
}

// Reads a coordinate: one value per place. Throws Error if a place has none or moves with time.
std::vector<double> read_coordinate(const NetcdfReader& reader, const PointLayout& layout,
                                    const std::string& dimension, const CoordinateNames& names) {
  const NetcdfVariable& variable = find_coordinate(reader, layout, dimension, names);
  const std::size_t n = layout.size(layout.point);
  std::vector<double> all = reader.read<double>(variable.name);
  const bool time_is_last = variable.dimensions.size() == 2 && variable.dimensions[0] == dimension;
  const std::size_t n_time = all.size() / n;
  std::vector<double> first(n);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t place = time_is_last ? i / n_time : i % n, time = time_is_last ? i % n_time : i / n;
    if (time == 0) first[place] = all[i];
    require(std::isfinite(first[place]), "'", variable.name, "' of '", reader.path(),
            "' has no value for place ", place + 1);
    require(std::abs(all[i] - first[place]) < 1e-3 || std::isnan(all[i]), "place ", place + 1, " of '",
            reader.path(), "' moves with time (", variable.name, " ", first[place], " and later ", all[i],
            "); waves are read at fixed places only");
  }
  return first;
}

}  // namespace

PointLayout find_point_layout(const NetcdfReader& reader, const std::string& variable) {
  const NetcdfVariable& info = reader.variable(variable);
  PointLayout layout;
  layout.variable = variable;
  layout.dimensions = info.dimensions;
  layout.shape = info.shape;
  // Of two dimensions of one kind, one must have size 1; the other is used.
  const auto take = [&](int& role, int d, const char* what) {
    if (role >= 0 && layout.size(role) > 1 && layout.size(d) == 1) return;
    const bool is_free = role < 0 || (layout.size(role) == 1 && layout.size(d) > 1);
    require(is_free, "variable '", variable, "' of '", reader.path(), "' has two dimensions of ", what, ", '",
            info.dimensions[std::size_t(std::max(role, 0))], "' and '", info.dimensions[std::size_t(d)],
            "'; extract one value of one of them");
    role = d;
  };
  for (int d = 0; d < int(info.dimensions.size()); ++d) {
    const std::string& name = info.dimensions[std::size_t(d)];
    const std::string word = lower(name);
    const bool has_axis = reader.has_variable(name);
    if (word.find("freq") != std::string::npos)
      take(layout.frequency, d, "frequency");
    else if (word.rfind("dir", 0) == 0)
      take(layout.direction, d, "direction");
    else if (is_time(reader, name))
      take(layout.time, d, "time");
    else if (has_axis && is_named(reader, reader.variable(name), y_names))
      take(layout.latitude, d, "latitude");
    else if (has_axis && is_named(reader, reader.variable(name), x_names))
      take(layout.longitude, d, "longitude");
    else if (info.shape[std::size_t(d)] > 1 || layout.point < 0) {
      require(layout.point < 0 || layout.size(layout.point) == 1, "variable '", variable, "' of '",
              reader.path(), "' has two dimensions that are neither time, place, frequency nor direction: '",
              info.dimensions[std::size_t(std::max(layout.point, 0))], "' and '", name,
              "'; extract one value of one of them");
      layout.point = d;
    }
  }
  require((layout.latitude >= 0) == (layout.longitude >= 0), "variable '", variable, "' of '", reader.path(),
          "' has only one of latitude and longitude among its dimensions");
  if (layout.is_grid()) {
    require(layout.size(layout.point) == 1, "variable '", variable, "' of '", reader.path(), "' has ",
            layout.size(layout.point), " values along '",
            layout.dimensions[std::size_t(std::max(layout.point, 0))],
            "' beside latitude and longitude; extract one of them");
    layout.point = -1;
  }
  return layout;
}

Places read_places(const NetcdfReader& reader, const PointLayout& layout) {
  Places places;
  if (!layout.is_grid()) {
    const bool one_place = layout.size(layout.point) == 1;
    const std::string dimension = layout.point < 0 ? "" : layout.dimensions[std::size_t(layout.point)];
    const bool named = std::ranges::any_of(reader.variables(), [&](const NetcdfVariable& variable) {
      return is_named(reader, variable, x_names) && has_dimension(variable, dimension);
    });
    const std::string along = one_place && !named ? "" : dimension;
    places.x = read_coordinate(reader, layout, along, x_names);
    places.y = read_coordinate(reader, layout, along, y_names);
    return places;
  }
  places.longitudes = reader.read<double>(layout.dimensions[std::size_t(layout.longitude)]);
  places.latitudes = reader.read<double>(layout.dimensions[std::size_t(layout.latitude)]);
  for (const double lat : places.latitudes)
    for (const double lon : places.longitudes) {
      places.x.push_back(lon);
      places.y.push_back(lat);
    }
  return places;
}

std::vector<float> read_at(const NetcdfReader& reader, const PointLayout& layout, std::size_t record,
                           std::size_t place) {
  std::vector<std::size_t> start(layout.shape.size(), 0), count(layout.shape.size(), 1);
  for (const int d : {layout.frequency, layout.direction})
    if (d >= 0) count[std::size_t(d)] = layout.shape[std::size_t(d)];
  if (layout.time >= 0) start[std::size_t(layout.time)] = record;
  if (layout.is_grid()) {
    start[std::size_t(layout.latitude)] = place / layout.size(layout.longitude);
    start[std::size_t(layout.longitude)] = place % layout.size(layout.longitude);
  } else if (layout.point >= 0) {
    start[std::size_t(layout.point)] = place;
  }
  return reader.read<float>(layout.variable, start, count);
}

}  // namespace groundswell
