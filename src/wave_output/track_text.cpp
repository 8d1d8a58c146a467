// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "wave_output/track_points.hpp"

namespace groundswell {
namespace {

// The comma-separated fields of a line, stripped of blanks and quotes.
std::vector<std::string> split_line(const std::string& line) {
  std::vector<std::string> fields(1);
  bool in_quotes = false;
  for (const char c : line) {
    if (c == '"') in_quotes = !in_quotes;
    if (c == ',' && !in_quotes)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  for (std::string& field : fields) {
    const auto is_around = [](char c) { return c == ' ' || c == '\t' || c == '"'; };
    while (!field.empty() && is_around(field.back())) field.pop_back();
    field.erase(0, std::size_t(std::ranges::find_if_not(field, is_around) - field.begin()));
  }
  return fields;
}

// The column numbers of a text file.
struct TrackColumns {
  std::size_t time = 0, lon = 0, lat = 0;

  std::size_t last() const { return std::max({time, lon, lat}); }
};

TrackColumns read_columns(const std::vector<std::string>& names, const std::string& where) {
  const auto column = [&](std::initializer_list<std::string_view> known) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::ranges::find(known, to_lower(names[i])) == known.end()) continue;
      require(!found, where, ": two columns are called ", *known.begin(), "; rename one of them");
      found = i;
    }
    require(found.has_value(), where, ": no column is called ", *known.begin(),
            "; the first line names the columns, for example time,lon,lat");
    return *found;
  };
  return {column({"time", "date", "datetime"}), column({"lon", "longitude"}), column({"lat", "latitude"})};
}

double read_number(const std::string& written, std::string_view what, const std::string& where) {
  if (written.empty()) return std::numeric_limits<double>::quiet_NaN();  // reported by TrackPointList
  double value = 0.0;
  const char* end = written.data() + written.size();
  const bool has_plus = written[0] == '+' && !written.starts_with("+-");
  const auto [stop, problem] = std::from_chars(written.data() + has_plus, end, value);
  require(problem == std::errc() && stop == end, where, ": the ", what, " '", written,
          "' is not a number; write it like -69.5");
  return value;
}

// [s] since 1970.
double read_seconds(const std::string& written, Calendar calendar, const std::string& where) {
  try {
    return double(DateTime::parse(written, calendar).seconds()) + fraction_of_second(written);
  } catch (const Error& error) {
    throw Error(text(where, ": the time cannot be used: ", error.what()));
  }
}

}  // namespace

std::vector<TrackPoint> read_text_track(const std::filesystem::path& file, Calendar calendar) {
  const std::string path = file.string();
  std::ifstream in(path);
  require(in.good(), "the file '", path, "' cannot be read; check its permissions");
  TrackPointList points(calendar);
  std::optional<TrackColumns> columns;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back()))) line.pop_back();
    if (line.empty() || line.find_first_not_of(" \t") == line.find('#')) continue;
    const std::string where = text(path, ":", number);
    const std::vector<std::string> fields = split_line(line);
    if (!columns) {
      columns = read_columns(fields, where);
      continue;
    }
    require(fields.size() > columns->last(), where, ": there are ", fields.size(), " columns, but ",
            columns->last() + 1, " are needed for time, longitude and latitude");
    points.add({read_seconds(fields[columns->time], calendar, where),
                {read_number(fields[columns->lon], "longitude", where),
                 read_number(fields[columns->lat], "latitude", where)}},
               where);
  }
  require(!in.bad(), "the file '", path, "' could not be read to its end");
  return std::move(points).finish(path);
}

}  // namespace groundswell
