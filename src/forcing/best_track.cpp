// SPDX-License-Identifier: Apache-2.0
#include "forcing/best_track.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/utf8.hpp"
#include "forcing/unit_vector.hpp"

namespace groundswell {
namespace {

// Numbers of the columns. Those up to the maximum wind must be there.
struct Column {
  enum : std::size_t {
    basin,
    number,
    date,
    minute,
    technique,
    lead,
    latitude,
    longitude,
    wind,
    pressure,
    isotach = 11,
    code,
    extents,
    outer_pressure = 17,
    radius = 19,
    name = 27
  };
};

constexpr double strongest_best_wind = 230.0;                         // [kt] as strongest_wind
constexpr double largest_extent = 1200.0;                             // [nautical miles] by the format
constexpr double lowest_pressure = 800.0, highest_pressure = 1100.0;  // [hPa] others count as missing
// A centre may move faster than storms do by what its rounding to a tenth of a degree, and a jump from one
// centre to another, add over short times.
constexpr double fastest_travel = 40.0, largest_jump = 100e3;  // [m s-1], [m]
constexpr std::size_t n_listed_techniques = 5;                 // in a message
constexpr double longest_travel = 10e6;  // [m] farther apart, two centres leave the great circle in doubt

// A line of the file: its fields without blanks, and where it stands.
struct DeckLine {
  std::vector<std::string> fields;
  std::string where;

  std::string_view operator[](std::size_t column) const {
    return column < fields.size() ? std::string_view(fields[column]) : "";
  }
};

DeckLine split(const std::string& line, std::string where) {
  DeckLine out{{""}, std::move(where)};
  for (const char c : line) {
    if (c == ',')
      out.fields.emplace_back();
    else if (!std::isspace(static_cast<unsigned char>(c)))
      out.fields.back() += char(std::toupper(static_cast<unsigned char>(c)));
  }
  return out;
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c); });
}

// The whole number in a column, 0 if that is blank.
int read_whole(const DeckLine& line, std::size_t column, const char* what) {
  const std::string_view written = line[column];
  if (written.empty()) return 0;
  int value = 0;
  const auto [stop, problem] = std::from_chars(written.data(), written.data() + written.size(), value);
  require(problem == std::errc() && stop == written.data() + written.size(), line.where, ": the ", what, " '",
          written, "', column ", column + 1, ", is not a whole number");
  return value;
}

// An amount in a column; 0 if that is blank or negative, as some centres mark what is missing.
double read_amount(const DeckLine& line, std::size_t column, const char* what, double most,
                   const char* unit) {
  const int value = read_whole(line, column, what);
  require(value <= most, line.where, ": the ", what, ", column ", column + 1, ", is ", value, " ", unit,
          "; at most ", most, " ", unit, " are possible");
  return std::max(value, 0);
}

// Latitude or longitude [degree], in the file tenths of a degree with a letter.
double read_angle(const DeckLine& line, std::size_t column, const char* what, std::string_view letters,
                  int most) {
  const std::string_view written = line[column];
  const std::string_view digits = written.substr(0, written.empty() ? 0 : written.size() - 1);
  const std::size_t letter = written.empty() ? std::string_view::npos : letters.find(written.back());
  int tenths = most + 1;
  if (is_digits(digits)) std::from_chars(digits.data(), digits.data() + digits.size(), tenths);
  require(letter != std::string_view::npos && tenths <= most, line.where, ": the ", what, " '", written,
          "', column ", column + 1, ", is not tenths of a degree, up to ", most, ", and ", letters[0], " or ",
          letters[1]);
  return (letter == 0 ? 0.1 : -0.1) * tenths;
}

DateTime read_date(const DeckLine& line, Calendar calendar) {
  const std::string_view written = line[Column::date];
  require(written.size() == 10 && is_digits(written), line.where, ": the date '", written,
          "', column 3, is not year, month, day and hour in ten digits, such as 2019083106");
  const int minutes = read_whole(line, Column::minute, "minute");
  require(minutes >= 0 && minutes < 60, line.where, ": the minute, column 4, is ", minutes, ", not 0 to 59");
  const auto part = [&](std::size_t at, std::size_t count) {
    int value = 0;
    std::from_chars(written.data() + at, written.data() + at + count, value);
    return value;
  };
  try {
    return DateTime({part(0, 4), part(4, 2), part(6, 2), part(8, 2), minutes, 0}, calendar);
  } catch (const Error& error) {
    throw Error(text(line.where, ": the date '", written, "' cannot be used: ", error.what()));
  }
}

double read_pressure(const DeckLine& line, std::size_t column, const char* what) {
  const int value = read_whole(line, column, what);
  return value >= lowest_pressure && value <= highest_pressure ? 100.0 * value : 0.0;
}

// The centre and the maximum wind, and all that is the same in the lines of one date.
BestTrackPoint read_point(const DeckLine& line, const DateTime& at) {
  BestTrackPoint point;
  point.date = at;
  point.lat = read_angle(line, Column::latitude, "latitude", "NS", 900);
  point.lon = read_angle(line, Column::longitude, "longitude", "EW", 1800);
  point.max_wind = knot * read_amount(line, Column::wind, "maximum wind", strongest_best_wind, "kt");
  point.pressure = read_pressure(line, Column::pressure, "pressure");
  point.outer_pressure = read_pressure(line, Column::outer_pressure, "pressure of the last closed isobar");
  point.radius =
      nautical_mile * read_amount(line, Column::radius, "radius of the maximum wind", largest_extent, "nm");
  return point;
}

// The radii of the quadrants: 0 where the wind is not reached, the mean of the others where none is given.
std::array<double, n_quadrant> read_radii(const DeckLine& line, BestTrackPoint& point) {
  std::array<double, n_quadrant> radii{};
  std::array<bool, n_quadrant> is_given{};
  double sum = 0.0;
  for (std::size_t q = 0; q < n_quadrant; ++q) {
    const std::size_t column = Column::extents + q;
    sum += radii[q] = nautical_mile * read_amount(line, column, "radius", largest_extent, "nm");
    is_given[q] = !line[column].empty() && line[column].front() != '-';
  }
  if (line[Column::code] == "AAA") {
    radii.fill(radii[0]);
    return radii;
  }
  const auto n_given = std::ranges::count(is_given, true);
  if (sum == 0.0 || n_given == n_quadrant) return radii;
  point.has_mean_radii = true;
  for (std::size_t q = 0; q < n_quadrant; ++q)
    if (!is_given[q]) radii[q] = sum / double(n_given);
  return radii;
}

// Adds the radii of one wind; other winds than isotachs are left out.
void add_extent(const DeckLine& line, BestTrackPoint& point) {
  const int speed = read_whole(line, Column::isotach, "wind of the radii");
  const auto found = std::ranges::find(isotachs, speed);
  const bool is_used = found != isotachs.end();
  BestTrackPoint ignored;
  const std::array<double, n_quadrant> radii = read_radii(line, is_used ? point : ignored);
  if (!is_used || std::ranges::max(radii) == 0.0) return;
  require(line[Column::code] == "NEQ" || line[Column::code] == "AAA", line.where,
          ": the code of the radii, column 13, is '", line[Column::code],
          "'; only NEQ (quadrants from the north-east on) and AAA (a full circle) can be read");
  auto& extent = point.extent[std::size_t(found - isotachs.begin())];
  require(std::ranges::max(extent) == 0.0 || extent == radii, line.where, ": the radii of ", speed, " kt at ",
          point.date.iso(), " are given twice and differ; delete one of the lines");
  extent = radii;
}

// Collects the lines of one storm.
class TrackLines {
 public:
  explicit TrackLines(Calendar calendar) : calendar_(calendar) {}

  void add(const DeckLine& line) {
    const DateTime at = read_date(line, calendar_);
    require(!last_ || at >= *last_, line.where, ": the date ", at.iso(),
            " is before that of the line before, ", last_ ? last_->iso() : "", "; put the lines in order");
    const bool is_new = !last_ || at > *last_;
    last_ = at;
    if (line[Column::latitude].empty() || line[Column::longitude].empty() ||
        read_whole(line, Column::wind, "maximum wind") <= 0) {
      n_without_wind_ += is_new;
      return;
    }
    const BestTrackPoint read = read_point(line, at);
    if (points_.empty() || at > points_.back().date) {
      if (!points_.empty()) check_travel(points_.back(), read, line.where);
      points_.push_back(read);
    }
    BestTrackPoint& point = points_.back();
    require(read.lon == point.lon && read.lat == point.lat && read.max_wind == point.max_wind, line.where,
            ": centre or maximum wind at ", at.iso(), " are not those of the line before of this date");
    if (point.radius == 0.0) point.radius = read.radius;
    add_extent(line, point);
  }

  BestTrack finish(const std::string& path, const std::string& storm) && {
    require(points_.size() >= 2, "the best track of ", storm, " in '", path, "' has ", points_.size(),
            points_.size() == 1 ? " date" : " dates",
            " with a centre and a maximum wind; two are needed at least");
    return {storm, name_, std::move(points_), n_without_wind_};
  }

  void note_name(std::string_view name) {
    if (!name.empty()) name_ = name;
  }
  const std::string& name() const { return name_; }

 private:
  static void check_travel(const BestTrackPoint& from, const BestTrackPoint& to, const std::string& where) {
    const double distance = earth_radius * angle_between(position_of(from.lon * degree, from.lat * degree),
                                                         position_of(to.lon * degree, to.lat * degree));
    const auto time = double(to.date - from.date);
    require(distance <= std::min(fastest_travel * time + largest_jump, longest_travel), where,
            ": the centre would have moved by ", std::lround(distance / 1e3), " km in ",
            duration_text(to.date - from.date), ", from ", from.date.iso(), " to ", to.date.iso(),
            "; check latitude and longitude");
  }

  Calendar calendar_;
  std::optional<DateTime> last_;
  std::vector<BestTrackPoint> points_;
  std::string name_;
  int n_without_wind_ = 0;
};

std::string storm_of(const DeckLine& line) {
  const std::string_view of = line[Column::basin], count = line[Column::number];
  require(of.size() == 2 && std::ranges::all_of(of, [](unsigned char c) { return std::isalpha(c); }) &&
              is_digits(count) && count.size() <= 2,
          line.where, ": basin and number of the storm are '", of, "' and '", count,
          "', not like AL and 05; give a best track in the format of ATCF (b-deck)");
  return std::string(of) + (count.size() == 1 ? "0" : "") + std::string(count);
}

// The storms of a file, each once, in their order.
struct Storms {
  std::vector<std::pair<std::string, TrackLines>> all;
  std::vector<std::string> other_techniques;  // at most one more than are listed

  void note_technique(std::string_view technique) {
    if (other_techniques.size() <= n_listed_techniques &&
        std::ranges::find(other_techniques, technique) == other_techniques.end())
      other_techniques.emplace_back(technique);
  }

  std::string list_techniques() const {
    std::string list;
    for (std::size_t i = 0; i < other_techniques.size(); ++i)
      list += (i == 0 ? "" : ", ") + (i < n_listed_techniques ? other_techniques[i] : "...");
    return list;
  }

  std::string list() const {
    std::string list;
    for (const auto& [storm, lines] : all)
      list += text(list.empty() ? "" : ", ", storm, lines.name().empty() ? "" : " (" + lines.name() + ")");
    return list;
  }
};

void add_line(Storms& storms, const DeckLine& line, const std::string& wanted, Calendar calendar) {
  require(line.fields.size() > Column::wind, line.where, ": there ", line.fields.size() == 1 ? "is " : "are ",
          line.fields.size(), " of the ", Column::wind + 1,
          " columns up to the maximum wind; give a best track in the format of ATCF (b-deck)");
  const std::string storm = storm_of(line);
  if (line[Column::technique] != "BEST") {
    storms.note_technique(line[Column::technique]);
    return;
  }
  require(read_whole(line, Column::lead, "forecast period") == 0, line.where,
          ": the forecast period, column 6, is ", line[Column::lead], " h; a best track has 0");
  auto found = std::ranges::find_if(storms.all, [&](const auto& each) { return each.first == storm; });
  if (found == storms.all.end()) found = storms.all.insert(found, {storm, TrackLines(calendar)});
  found->second.note_name(line[Column::name]);
  if (wanted.empty() || wanted == storm) found->second.add(line);
}

// AL05 from that and from al5, AL052019 (as in the names of files) and AL52019; other words only in capitals.
std::string normalize_storm(std::string word) {
  for (char& c : word) c = char(std::toupper(static_cast<unsigned char>(c)));
  if (word.size() < 3 || !is_digits(std::string_view(word).substr(2))) return word;
  if (word.size() >= 7) word.resize(word.size() - 4);
  return word.size() == 3 ? word.insert(2, "0") : word;
}

// Throws Error for bytes that texts do not have: such files are binary, or in UTF-16, or of another encoding.
void check_text(const std::string& line, const std::string& path, int line_number) {
  std::size_t at = find_not_utf8(line);
  for (std::size_t i = 0; i < std::min(at, line.size()); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    // In UTF-8 the control characters from 0x80 to 0x9f begin with 0xc2.
    const bool is_long_control = byte == 0xc2 && static_cast<unsigned char>(line[i + 1]) < 0xa0;
    if ((byte < 0x20 && !std::isspace(byte)) || byte == 0x7f || is_long_control) at = i;
  }
  if (at == std::string::npos) return;
  constexpr const char* digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(line[at]);
  throw Error(text("the file '", path, "' is not a text: byte 0x", digits[byte / 16], digits[byte % 16],
                   " in line ", line_number, "; save it as plain text"));
}

BestTrack choose(Storms storms, const std::string& path, const std::string& wanted) {
  const std::string techniques = storms.list_techniques();
  require(!storms.all.empty(), "the file '", path, "' has no line of a best track (technique BEST, column 5)",
          techniques.empty() ? "" : ", only " + techniques, "; give the b-deck of the storm");
  require(!wanted.empty() || storms.all.size() == 1, "the file '", path,
          "' has several storms: ", storms.list(), "; choose one with wind.best_track.storm");
  const auto chosen = std::ranges::find_if(
      storms.all, [&](const auto& each) { return wanted.empty() || each.first == wanted; });
  require(chosen != storms.all.end(), "the file '", path, "' has no storm ", wanted,
          " (wind.best_track.storm); it has ", storms.list());
  return std::move(chosen->second).finish(path, chosen->first);
}

}  // namespace

bool BestTrackPoint::has_extent(std::size_t isotach) const {
  return std::ranges::max(extent[isotach]) > 0.0 && knot * isotachs[isotach] <= max_wind;
}

BestTrack read_best_track(const std::filesystem::path& file, const std::string& storm, Calendar calendar) {
  check_input(file, "a best track (b-deck)");
  const std::string path = file.string(), wanted = normalize_storm(storm);
  std::ifstream in(path);
  require(in.good(), "the file '", path, "' cannot be read; check its permissions");
  Storms storms;
  std::string line;
  for (int line_number = 1; std::getline(in, line); ++line_number) {
    if (line.starts_with("\xef\xbb\xbf")) line.erase(0, 3);
    check_text(line, path, line_number);
    const DeckLine fields = split(line, text(path, ":", line_number));
    if (fields.fields.size() > 1 || !fields.fields[0].empty()) add_line(storms, fields, wanted, calendar);
  }
  require(!in.bad(), "the file '", path, "' could not be read to its end");
  return choose(std::move(storms), path, wanted);
}

}  // namespace groundswell
