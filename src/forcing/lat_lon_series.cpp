// SPDX-License-Identifier: Apache-2.0
#include "forcing/lat_lon_series.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/names.hpp"

namespace groundswell {
namespace {

std::string words_of(const std::vector<std::string_view>& words) {
  std::string out;
  for (std::string_view word : words) out += (out.empty() ? "" : ", ") + std::string(word);
  return out;
}

bool is_coordinate(const NetcdfReader& reader, const std::string& name, std::string_view unit_start,
                   std::string_view axis_name) {
  if (!reader.has_variable(name)) return false;
  const std::string units = reader.units(name).value_or("");
  const std::string standard = reader.text_attribute(name, "standard_name").value_or("");
  std::string lower = name;
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  return units.rfind(unit_start, 0) == 0 || standard == axis_name ||
         lower.rfind(axis_name.substr(0, 3), 0) == 0;
}

// The grid spanned by the last two dimensions of a variable.
LatLonGrid read_grid(const NetcdfReader& reader, const NetcdfVariable& variable) {
  const std::string where = "variable '" + variable.name + "' of '" + reader.path() + "'";
  require(variable.dimensions.size() >= 2, where, " has ", variable.dimensions.size(),
          " dimensions; it needs latitude and longitude, and time before them");
  const std::string& lat = variable.dimensions[variable.dimensions.size() - 2];
  const std::string& lon = variable.dimensions.back();
  const bool regular =
      is_coordinate(reader, lat, "degree", "latitude") && is_coordinate(reader, lon, "degree", "longitude");
  const bool swapped = is_coordinate(reader, lat, "degrees_east", "longitude") &&
                       is_coordinate(reader, lon, "degrees_north", "latitude");
  require(regular && !swapped, where, " is not on a regular grid: its last two dimensions are '", lat,
          "' and '", lon,
          "', which should be latitude and longitude, each with a variable of the same name; regrid the "
          "variable or reorder its dimensions");
  return LatLonGrid(reader.read<double>(lon), reader.read<double>(lat), where);
}

// Finds the time dimension among those before latitude: the first one with dates or, if there is none, the
// first one that could have dates.
std::optional<std::size_t> find_time(const NetcdfReader& reader, const NetcdfVariable& variable) {
  const std::size_t n_before = variable.dimensions.size() - 2;
  const auto units = [&](std::size_t d) {
    const std::string& name = variable.dimensions[d];
    return reader.has_variable(name) ? reader.units(name).value_or("") : std::string();
  };
  for (std::size_t d = 0; d < n_before; ++d)
    if (units(d).find("since") != std::string::npos) return d;
  for (std::size_t d = 0; d < n_before; ++d)
    if (variable.shape[d] != 1 || (reader.has_variable(variable.dimensions[d]) && units(d).empty())) return d;
  return {};
}

// Joins two tables with the same number of rows side by side.
std::vector<float> side_by_side(const std::vector<float>& left, const std::vector<float>& right,
                                std::size_t n_row) {
  std::vector<float> both;
  both.reserve(left.size() + right.size());
  for (std::size_t row = 0; row < n_row; ++row)
    for (const std::vector<float>* part : {&left, &right}) {
      const auto n = std::ptrdiff_t(part->size() / n_row), begin = std::ptrdiff_t(row) * n;
      both.insert(both.end(), part->begin() + begin, part->begin() + begin + n);
    }
  return both;
}

}  // namespace

LatLonSeries::LatLonSeries(const ForcingFileSettings& settings, const QuantityNames& names,
                           const DateTime& start, const DateTime& end)
    : quantity_(names.name), factor_(settings.factor), components_(names.components.size()) {
  require(!settings.files.empty(), "the ", names.name, " should be read from files, but no file is given");
  for (const std::filesystem::path& path : settings.files) files_.emplace_back(path);
  const bool is_vector = components_.size() == 2;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    const std::string& given =
        is_vector ? (c == 0 ? settings.east_variable : settings.north_variable) : settings.variable;
    const ComponentNames& component = names.components[c];
    for (std::size_t file = 0; file < files_.size(); ++file)
      if (const std::string variable = find_variable(files_[file], component, given); !variable.empty())
        add_piece(file, variable, names.unit, start.calendar(), components_[c]);
    if (!components_[c].empty()) continue;
    throw Error(text("the ", name(), " has no variable ",
                     given.empty() ? "named " + words_of(component.common) + " or with the standard name " +
                                         words_of(component.standard)
                                   : "'" + given + "'",
                     "; its variables are ", listed_names(files_[0].variables()), "; name the right one"));
  }
  merge_dates(start, end);
}

std::string LatLonSeries::name() const {
  const std::string more = files_.size() > 1 ? text(" (and ", files_.size() - 1, " more)") : std::string();
  return quantity_ + " of '" + files_[0].path() + "'" + more;
}

void LatLonSeries::add_piece(std::size_t file, const std::string& variable, std::string_view unit,
                             Calendar calendar, std::vector<Piece>& pieces) {
  const NetcdfReader& reader = files_[file];
  const NetcdfVariable& info = reader.variable(variable);
  check_grid(read_grid(reader, info), file);
  Piece piece{file, variable, unit_factor(reader, variable, unit) * factor_, info.shape, {}, {}};
  // One of the dimensions before latitude may be time; others, such as height or member, must have size 1.
  piece.time_dimension = find_time(reader, info);
  if (piece.time_dimension) {
    const std::string& time = info.dimensions[*piece.time_dimension];
    require(reader.has_variable(time), "the time dimension '", time, "' of '", reader.path(),
            "' has no variable of the same name, so its dates are unknown");
    piece.axis = read_time_axis(reader, time, calendar);
  }
  for (std::size_t d = 0; d + 2 < info.dimensions.size(); ++d)
    require(d == piece.time_dimension || info.shape[d] == 1, "variable '", variable, "' of '", reader.path(),
            "' has ", info.shape[d], " values along '", info.dimensions[d],
            "', but one is needed; extract one level or member");
  pieces.push_back(piece);
}

void LatLonSeries::check_grid(LatLonGrid grid, std::size_t file) {
  if (grids_.empty())
    grids_.push_back(std::move(grid));
  else
    require(grid == grids_.front(), "the grid of '", files_[file].path(), "' differs from that of '",
            files_[0].path(), "'; all files of the ", quantity_, " must be on the same grid");
}

// The series has the dates common to all components; if two files have the same date, the first file is used.
void LatLonSeries::merge_dates(const DateTime& start, const DateTime& end) {
  std::vector<std::map<std::int64_t, Location>> by_date(components_.size());
  for (std::size_t c = 0; c < components_.size(); ++c)
    for (std::size_t p = 0; p < components_[c].size(); ++p) {
      const Piece& piece = components_[c][p];
      std::vector<DatedRecord> records = piece.axis.records;
      if (!piece.time_dimension) steady_ = true;
      if (!piece.axis.months.empty()) records = repeat_months(piece.axis.months, start, end);
      for (const DatedRecord& dated : records)
        by_date[c].try_emplace(dated.date.seconds(), Location{p, dated.record});
    }
  locations_.resize(components_.size());
  if (steady_) {
    for (auto& locations : locations_) locations.push_back({0, 0});
    return;
  }
  const DateTime epoch({}, start.calendar());
  for (const auto& [seconds, first] : by_date[0]) {
    const bool in_all =
        std::all_of(by_date.begin(), by_date.end(), [s = seconds](const auto& m) { return m.count(s); });
    if (!in_all) continue;
    dates_.push_back(epoch + seconds);
    for (std::size_t c = 0; c < components_.size(); ++c) locations_[c].push_back(by_date[c].at(seconds));
  }
  require(!dates_.empty(), "the ", name(), " has no date that all its components have");
}

std::vector<float> LatLonSeries::read_piece(const Piece& piece, std::size_t record,
                                            const GridBox& box) const {
  const auto read_columns = [&](std::size_t first, std::size_t n) {
    std::vector<std::size_t> begin(piece.shape.size(), 0), count(piece.shape.size(), 1);
    if (piece.time_dimension) begin[*piece.time_dimension] = record;
    begin[begin.size() - 2] = box.first_row;
    count[count.size() - 2] = box.n_row;
    begin.back() = first;
    count.back() = n;
    return files_[piece.file].read<float>(piece.variable, begin, count);
  };
  const std::size_t n_left = std::min(box.n_column, box.n_lon - box.first_column);
  const std::vector<float> left = read_columns(box.first_column, n_left);
  if (n_left == box.n_column) return left;
  return side_by_side(left, read_columns(0, box.n_column - n_left), box.n_row);
}

std::vector<float> LatLonSeries::read(int component, std::size_t index, const GridBox& box) const {
  const Location& at = locations_[std::size_t(component)][index];
  const Piece& piece = components_[std::size_t(component)][at.piece];
  std::vector<float> values;
  try {
    values = read_piece(piece, at.record, box);
  } catch (const Error& error) {
    const std::string date = steady_ ? "" : " at " + dates_[index].iso();
    throw Error(text("the ", quantity_, date, " cannot be read: ", error.what()));
  }
  if (piece.factor != 1.0)
    for (float& value : values) value = float(double(value) * piece.factor);
  return values;
}

bool LatLonSeries::has_values(int component, std::size_t index) const {
  // Searches from the middle row outwards, because files often have no values at corners and edges.
  const std::size_t n_row = grid().n_lat(), middle = n_row / 2;
  for (std::size_t k = 0; k < n_row; ++k) {
    const std::size_t row = k % 2 == 0 ? (middle + k / 2) % n_row : (middle + n_row - (k + 1) / 2) % n_row;
    const std::vector<float> values = read(component, index, {row, 1, 0, grid().n_lon(), grid().n_lon()});
    if (std::any_of(values.begin(), values.end(), [](float v) { return !std::isnan(v); })) return true;
  }
  return false;
}

std::string LatLonSeries::empty_variable(std::size_t index) const {
  for (int c = 0; c < n_component(); ++c)
    if (!has_values(c, index)) return variable_name(c);
  return "";
}

}  // namespace groundswell
