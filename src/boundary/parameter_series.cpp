// SPDX-License-Identifier: Apache-2.0
#include "boundary/parameter_series.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <optional>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/units.hpp"
#include "boundary/spectra_series.hpp"
#include "boundary/wave_directions.hpp"
#include "field/field_info.hpp"

namespace groundswell {
namespace {

// Advice on the spectra of WWM, which have no unit and different axis names; "" for other files.
std::string describe_wwm(const NetcdfReader& reader) {
  if (!reader.has_variable("AC") || !reader.has_variable("spsig")) return "";
  return text(". The spectra AC of WWM are not read; convert them, for instance in Python with wavespectra: ",
              "read_wwm('", reader.path(), "').spec.to_ww3('spectra.nc')");
}

std::string choose_height(const NetcdfReader& reader, const std::string& given) {
  if (!given.empty()) {
    require(reader.has_variable(given), "'", reader.path(), "' has no variable '", given,
            "', which the case names as the height");
    require(given != "AC" || describe_wwm(reader).empty(), "'", reader.path(), "' is a file of WWM",
            describe_wwm(reader));
    return given;
  }
  for (const PartNames* names : {&total_sea_names(), &wind_sea_names(), &numbered_swell_names(1)})
    if (const std::string found = find_variable(reader, names->height, ""); !found.empty()) return found;
  require(!has_spectra(reader), "'", reader.path(),
          "' has spectra and no significant height (hs, swh, ...): spectra can enter through open "
          "boundaries, but not together with files of heights, and no run can start from them");
  throw Error(
      text("'", reader.path(),
           "' has neither spectra (efth, d2fd, density) nor a significant height (hs, swh, ...); it has ",
           listed_names(reader.variables())));
}

// Physically possible values of a sea parameter.
struct Bounds {
  const char* unit;
  double least, most;
};
constexpr Bounds height_bounds{"m", -0.01, highest_sea}, direction_bounds{"degrees", -720.0, 720.0},
    spread_bounds{"degrees", -0.01, 180.0}, period_bounds{"s", 0.5, 40.0},
    frequency_bounds{"s-1", 0.025, 2.0};
// [m] A lower sea with an impossible period is treated as calm.
constexpr double least_height_with_period = 0.01;
// [m] A higher wind sea or swell must have a period and a direction.
constexpr double least_complete_part = 0.1;

// One date of a file.
struct DateInFile {
  const NetcdfReader& reader;
  const PointLayout& layout;
  const DateTime& date;
};

bool lies_in(double value, const Bounds& bounds) {
  return std::isnan(value) || (value >= bounds.least && value <= bounds.most);
}

// Rejects a physically impossible number; missing values pass. `place` is the index of the place in the file.
void check_value(double value, const Bounds& bounds, const std::string& variable, std::size_t place,
                 const DateInFile& at) {
  if (lies_in(value, bounds)) return;
  const Places places = read_places(at.reader, at.layout);
  throw Error(text("variable '", variable, "' of '", at.reader.path(), "' holds ", value, " ", bounds.unit,
                   " at ", at.date.iso(), " at the place (", places.x[place], ", ", places.y[place],
                   "), which is not physically possible; if it stands for missing values, name it in "
                   "_FillValue, otherwise correct its unit"));
}

// Rejects a wind sea or swell that has a height but lacks another value, as its waves would be lost.
void check_complete(double height, const std::string& variable,
                    std::initializer_list<std::pair<double, const std::string*>> others, std::size_t place,
                    const DateInFile& at) {
  for (const auto& [value, other] : others) {
    if (!std::isnan(value)) continue;
    const Places places = read_places(at.reader, at.layout);
    throw Error(text("variable '", variable, "' of '", at.reader.path(), "' holds ", height, " m at ",
                     at.date.iso(), " at the place (", places.x[place], ", ", places.y[place], "), but '",
                     *other,
                     "' is missing there; correct the file, or set shape.parts: false to use the sea as "
                     "a whole"));
  }
}

// Radians per unit of a variable of directional spreads. Rejects values without units that look like radians.
double spread_factor(const std::string& variable, const std::vector<float>& spread, const DateInFile& at) {
  float most = 0.0f;
  for (const float value : spread) most = std::max(most, value);  // NaN is ignored
  require(most == 0.0f || most >= 1.6f || at.reader.units(variable), "the directional spread '", variable,
          "' of '", at.reader.path(), "' has no units and is at most ", most, " at ", at.date.iso(),
          "; give it the units degree or radian");
  return angle_factor(at.reader, variable);
}

// Whether two dimensions are the same, or have the same coordinates.
bool same_dimension(const NetcdfReader& reader, const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (!reader.has_variable(a) || !reader.has_variable(b)) return false;
  const auto text_of = [&](const std::string& name, const char* attribute) {
    return reader.text_attribute(name, attribute).value_or("");
  };
  return text_of(a, "units") == text_of(b, "units") && text_of(a, "calendar") == text_of(b, "calendar") &&
         reader.read<double>(a) == reader.read<double>(b);
}

// Rejects a variable whose dates or places differ from those of the height, as records are read by number. A
// variable without dates applies at all dates.
void check_dimensions(const NetcdfReader& reader, const PointLayout& height, const PointLayout& other) {
  const std::pair<int, int> roles[] = {{height.time, other.time},
                                       {height.point, other.point},
                                       {height.latitude, other.latitude},
                                       {height.longitude, other.longitude}};
  for (const auto& [of_height, of_other] : roles) {
    if (height.size(of_height) == 1 && other.size(of_other) == 1 && of_height != height.time) continue;
    if (of_other < 0 && (of_height < 0 || of_height == height.time)) continue;
    const bool both = of_height >= 0 && of_other >= 0;
    const std::string mine = both ? other.dimensions[std::size_t(of_other)] : "",
                      its = both ? height.dimensions[std::size_t(of_height)] : "";
    require(both, "variables '", height.variable, "' and '", other.variable, "' of '", reader.path(),
            "' have different kinds of dimensions; they must be given at the same dates and places");
    require(same_dimension(reader, its, mine), "variable '", height.variable, "' of '", reader.path(),
            "' lies along '", its, "' but '", other.variable, "' along '", mine,
            "'; both must be given at the same dates and places");
  }
}

// Values of one record in the order of the places; NaN if missing.
std::vector<float> read_record(const NetcdfReader& reader, const PointLayout& of_height,
                               const std::string& variable, std::size_t record, std::size_t n_place) {
  const PointLayout layout = find_point_layout(reader, variable);
  check_dimensions(reader, of_height, layout);
  std::vector<std::size_t> start(layout.shape.size(), 0), count = layout.shape;
  if (layout.time >= 0) {
    start[std::size_t(layout.time)] = record;
    count[std::size_t(layout.time)] = 1;
  }
  std::vector<float> values = reader.read<float>(variable, start, count);
  require(values.size() == n_place, "variable '", variable, "' of '", reader.path(), "' has ", values.size(),
          " values for each date, but there are ", n_place, " places");
  if (layout.is_grid() && layout.longitude < layout.latitude) {
    const std::size_t n_lon = layout.size(layout.longitude), n_lat = layout.size(layout.latitude);
    const std::vector<float> stored = values;
    for (std::size_t j = 0; j < n_lat; ++j)
      for (std::size_t i = 0; i < n_lon; ++i) values[j * n_lon + i] = stored[i * n_lat + j];
  }
  return values;
}

// Whether a variable holds frequencies rather than periods, by its units or, if it has none, by its name.
bool holds_frequency(const NetcdfReader& reader, const std::string& variable, const ComponentNames& names) {
  const std::string unit = reader.units(variable).value_or("");
  if (unit.empty()) return name_frequency(names);
  try {
    return parse_unit(unit).measures_the_same_as(parse_unit("s-1"));
  } catch (const Error& error) {
    throw Error(text("variable '", variable, "' of '", reader.path(),
                     "' must be a period or a frequency: ", error.what(), "; give it the units s or s-1"));
  }
}

}  // namespace

ParameterSeries::ParameterSeries(const WaveFileSettings& settings, Calendar calendar)
    : usual_spread_(settings.shape.spread * degree),
      with_parts_(settings.shape.parts && settings.variable.empty()),
      points_(
          settings.files,
          [&](const NetcdfReader& reader) { return choose_height(reader, settings.variable); }, calendar),
      parts_(choose_parts(points_.reader(0), settings.variable)) {}

// Wind sea and swells if the file has both and the settings neither exclude parts nor name a height;
// otherwise the total sea.
std::vector<ParameterSeries::Part> ParameterSeries::choose_parts(const NetcdfReader& reader,
                                                                 const std::string& height) const {
  const auto find = [&](const PartNames& names) -> std::optional<Part> {
    Part part{names.is_swell,
              PeriodKind::energy,
              false,
              find_variable(reader, names.height, height),
              "",
              find_variable(reader, names.direction, ""),
              find_variable(reader, names.spread, "")};
    for (const auto& [kind, period_names] : names.periods) {
      part.period_variable = find_variable(reader, period_names, "");
      part.period = kind;
      part.is_frequency =
          !part.period_variable.empty() && holds_frequency(reader, part.period_variable, period_names);
      if (!part.period_variable.empty()) break;
    }
    if (part.height.empty() || part.period_variable.empty() || part.direction.empty()) return {};
    return part;
  };
  std::vector<Part> parts;
  const std::optional<Part> wind_sea = with_parts_ ? find(wind_sea_names()) : std::nullopt;
  if (wind_sea) {
    parts.push_back(*wind_sea);
    for (int number = 1; number <= n_numbered_swell; ++number)
      if (const auto swell = find(numbered_swell_names(number))) parts.push_back(*swell);
    if (parts.size() == 1)
      if (const auto swell = find(all_swell_names())) parts.push_back(*swell);
    if (parts.size() > 1) return parts;
  }
  const std::optional<Part> sea = find(total_sea_names());
  require(sea.has_value(), "'", reader.path(),
          "' lacks a height, a period or a direction of the sea; needed are variables such as hs, t0m1 "
          "and dir, or swh, mwp and mwd",
          describe_wwm(reader));
  return {*sea};
}

std::string ParameterSeries::describe() const {
  if (parts_.size() == 1) return "parameters of the sea as a whole";
  return text("parameters of the wind sea and ", parts_.size() - 1, parts_.size() > 2 ? " swells" : " swell");
}

std::string ParameterSeries::describe_directions() const {
  const auto towards = says_towards(points_.reader(0), parts_[0].direction);
  return text("; '", parts_[0].direction, towards ? "' is" : "' is taken as", " where waves ",
              towards.value_or(false) ? "go to" : "come from",
              towards ? "" : ", because the file does not say");
}

std::string ParameterSeries::describe_oddity() const {
  const NetcdfReader& reader = points_.reader(0);
  const std::string& name = parts_[0].direction;
  const bool small = least_direction_ >= -pi - 0.01 && most_direction_ <= 2.0 * pi + 0.01 &&
                     (most_direction_ > 0.0 || least_direction_ < 0.0);
  if (!small || !reader.units(name).value_or("").empty()) return "";
  return text("the directions '", name, "' of '", reader.path(), "' have no units and all lie between ",
              least_direction_, " and ", most_direction_,
              "; they are taken as degrees, but look like radians: give them the units degree or radian");
}

void ParameterSeries::read_part(const PointSeries::Slot& slot, const DateTime& date, std::size_t part,
                                std::vector<SeaPart>& in_file) const {
  const DateInFile at{points_.reader(slot.file), points_.layout(slot.file), date};
  const NetcdfReader& reader = at.reader;
  const Part& names = parts_[part];
  const std::size_t n_place = in_file.size();
  const auto read = [&](const std::string& variable) {
    require(reader.has_variable(variable), "'", reader.path(), "' has no variable '", variable, "', which '",
            points_.reader(0).path(), "' has; all files of waves must have the same names of variables");
    return read_record(reader, at.layout, variable, slot.record, n_place);
  };
  const std::vector<float> height = read(names.height), period = read(names.period_variable),
                           direction = read(names.direction);
  const double metres = unit_factor(reader, names.height, "m");
  const double seconds = unit_factor(reader, names.period_variable, names.is_frequency ? "s-1" : "s");
  const double turn = angle_factor(reader, names.direction);
  const bool towards = says_towards(reader, names.direction).value_or(false);
  const Bounds& times = names.is_frequency ? frequency_bounds : period_bounds;
  std::vector<float> spread;
  if (!names.spread.empty()) spread = read(names.spread);
  const double radians = names.spread.empty() ? 1.0 : spread_factor(names.spread, spread, at);
  for (std::size_t i = 0; i < n_place; ++i) {
    SeaPart& out = in_file[i];
    const double nautical = direction[i] * turn / degree + (towards ? 180.0 : 0.0);
    const double time = period[i] * seconds;
    if (height[i] > 0.0f && !std::isnan(direction[i])) {
      least_direction_ = std::min(least_direction_, double(direction[i]));
      most_direction_ = std::max(most_direction_, double(direction[i]));
    }
    out.height = height[i] * metres;
    out.frequency = names.is_frequency ? time : 1.0 / time;
    out.direction = towards_direction(nautical);
    out.spread = spread.empty() || !(spread[i] > 0.0f) ? usual_spread_ : spread[i] * radians;
    check_value(out.height, height_bounds, names.height, i, at);
    // Calm water has neither period nor direction.
    const bool calm = out.height <= 0.0 || (out.height < least_height_with_period && !lies_in(time, times));
    if (out.height > 0.0 && !calm) {
      check_value(time, times, names.period_variable, i, at);
      check_value(nautical, direction_bounds, names.direction, i, at);
      check_value(out.spread / degree, spread_bounds, names.spread, i, at);
    }
    if (n_part() > 1 && out.height > least_complete_part)
      check_complete(out.height, names.height, {{time, &names.period_variable}, {nautical, &names.direction}},
                     i, at);
    if (calm || std::isnan(time) || std::isnan(nautical)) {
      out = {calm ? 0.0 : std::nan(""), 0.0, 0.0, usual_spread_};
    }
  }
}

std::vector<SeaPart> ParameterSeries::read_date(std::size_t date) const {
  std::vector<SeaPart> out(points_.n_place() * n_part(), {std::nan(""), 0.0, 0.0, usual_spread_});
  std::map<std::size_t, std::vector<std::vector<SeaPart>>> files;  // of each file: [part][place in the file]
  for (std::size_t place = 0; place < points_.n_place(); ++place) {
    const auto slot = points_.find(place, date);
    if (!slot) continue;
    std::vector<std::vector<SeaPart>>& parts = files[slot->file];
    for (std::size_t part = parts.size(); part < n_part(); ++part) {
      parts.emplace_back(points_.layout(slot->file).n_place());
      read_part(*slot, points_.dates()[date], part, parts.back());
    }
    // If any part has a value, missing parts are taken to have no energy.
    bool any = false;
    for (std::size_t part = 0; part < n_part(); ++part)
      any = any || !std::isnan(parts[part][slot->place].height);
    for (std::size_t part = 0; part < n_part() && any; ++part) {
      SeaPart& here = out[place * n_part() + part] = parts[part][slot->place];
      if (std::isnan(here.height)) here.height = 0.0;
    }
  }
  return out;
}

const std::vector<SeaPart>& ParameterSeries::at(std::size_t date) const {
  for (Cached& cached : cache_)
    if (cached.date == date) return cached.parts;
  std::rotate(cache_.begin(), cache_.end() - 1, cache_.end());
  cache_[0].parts = read_date(date);
  cache_[0].date = date;
  return cache_[0].parts;
}

}  // namespace groundswell
