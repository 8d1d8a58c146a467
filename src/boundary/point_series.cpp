// SPDX-License-Identifier: Apache-2.0
#include "boundary/point_series.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "files/time_axis.hpp"

namespace groundswell {
namespace {

// Positions are rounded to a multiple of this [degree or m]; places with equal rounded positions count as one
// place, also if they are in several files.
constexpr double same_place = 1e-4;

// The rounded position, which identifies a place; longitudes of 190 and -170 degrees are the same.
std::pair<std::int64_t, std::int64_t> key_of(double x, double y) {
  const bool may_be_degrees = std::abs(x) <= 360.0 && std::abs(y) <= 90.0;
  const double east = may_be_degrees && x < 0.0 ? x + 360.0 : x;
  return {std::llround(east / same_place), std::llround(y / same_place)};
}

// Whether there are rows and columns, in degrees, to interpolate between; a single row and a grid in the
// plane are treated as points.
bool makes_grid(const Places& places) {
  return places.longitudes.size() > 1 && places.latitudes.size() > 1 &&
         std::ranges::all_of(places.latitudes, [](double lat) { return std::abs(lat) <= 90.0 + 1e-5; });
}

// Opens a file that another run is writing. The second attempt is for a file that is renamed after path_now()
// has found it.
NetcdfReader open_now(const std::filesystem::path& path) {
  try {
    return NetcdfReader(path_now(path));
  } catch (const Error&) {
    return NetcdfReader(path_now(path));
  }
}

}  // namespace

PointSeries::PointSeries(const std::vector<std::filesystem::path>& files, const ChooseVariable& choose,
                         Calendar calendar, const std::vector<DateTime>& expected)
    : dates_(expected), growing_(expected.empty() || files.empty() ? "" : files[0]) {
  require(!files.empty(), "waves should enter from files, but boundary.files is empty");
  std::set<std::int64_t> dates;
  for (const std::filesystem::path& path : files) {
    NetcdfReader reader = expected.empty() ? NetcdfReader(path) : open_now(path);
    const std::string variable = choose(reader);
    files_.push_back(open(std::move(reader), variable, calendar));
    for (const auto& [seconds, record] : files_.back().records) dates.insert(seconds);
  }
  if (expected.empty())
    for (const std::int64_t seconds : dates) dates_.push_back(DateTime({}, calendar) + seconds);
  else
    files_[0].records.clear();  // which dates are complete is determined when they are requested
  for (std::size_t file = 0; file < files_.size(); ++file) add_places(file);
}

std::string PointSeries::name() const {
  const std::string more = files_.size() > 1 ? text(" (and ", files_.size() - 1, " more)") : std::string();
  return "'" + files_[0].reader.path() + "'" + more;
}

std::string PointSeries::describe() const {
  return text(grid_ ? text("a grid of ", grid_->n_lon(), " x ", grid_->n_lat(), " places")
                    : text(n_place(), n_place() == 1 ? " place" : " places"),
              " of ", name(), ", ", dates_.front().iso(), " to ", dates_.back().iso());
}

std::string PointSeries::describe_place(std::size_t place) const {
  return text("the place (", x_[place], ", ", y_[place], ")");
}

PointSeries::File PointSeries::open(NetcdfReader reader, const std::string& variable, Calendar calendar) {
  PointLayout found = find_point_layout(reader, variable);
  File file{std::move(reader), std::move(found), {}};
  const PointLayout& layout = file.layout;
  require(layout.time >= 0, "variable '", layout.variable, "' of '", file.reader.path(),
          "' has no dimension of time, so its dates are not known");
  const std::string& name = layout.dimensions[std::size_t(layout.time)];
  require(file.reader.has_variable(name), "the time dimension '", name, "' of '", file.reader.path(),
          "' has no variable of the same name, so its dates are not known");
  const TimeAxis axis = read_time_axis(file.reader, name, calendar);
  require(axis.months.empty(), "'", file.reader.path(),
          "' is a monthly climatology; waves can enter only from files with dates");
  for (const DatedRecord& dated : axis.records) file.records.try_emplace(dated.date.seconds(), dated.record);
  require(!file.records.empty(), "'", file.reader.path(), "' has no date in the calendar of the run");
  return file;
}

bool PointSeries::has(std::size_t date) const {
  return std::ranges::any_of(files_,
                             [&](const File& file) { return file.records.contains(dates_[date].seconds()); });
}

void PointSeries::look_again_for(std::size_t date) {
  if (has(date)) return;
  const std::string variable = files_[0].layout.variable;
  files_.clear();
  files_.push_back(open(open_now(growing_), variable, dates_.front().calendar()));
  // Later dates may be in the file but incomplete, and the library may cache what is read of them now.
  std::erase_if(files_[0].records, [&](const auto& at) { return at.first > dates_[date].seconds(); });
  require(has(date), "'", files_[0].reader.path(), "' has no values at ", dates_[date].iso(),
          ", although the run that writes it has reached that date");
}

void PointSeries::add_places(std::size_t file) {
  const File& added = files_[file];
  const Places places = read_places(added.reader, added.layout);
  require(!places.x.empty(), "'", added.reader.path(), "' contains no places");
  if (makes_grid(places)) {
    LatLonGrid grid(places.longitudes, places.latitudes, "'" + added.reader.path() + "'");
    if (file == 0) grid_ = grid;
    require(grid_ == grid, "the grid of '", added.reader.path(), "' differs from that of '",
            files_[0].reader.path(), "'; all files must be on the same grid");
  } else {
    require(!grid_, "'", files_[0].reader.path(), "' is on a grid but '", added.reader.path(),
            "' holds single places; give files of one kind");
  }
  if (grid_ && file > 0) {
    for (std::size_t place = 0; place < where_.size(); ++place) where_[place].push_back({file, place});
    return;
  }
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> known;
  if (!grid_)
    for (std::size_t place = 0; place < x_.size(); ++place)
      known.emplace(key_of(x_[place], y_[place]), place);
  for (std::size_t i = 0; i < places.x.size(); ++i) {
    const auto key = key_of(places.x[i], places.y[i]);
    const auto found = grid_ ? known.end() : known.find(key);
    const std::size_t place = found == known.end() ? x_.size() : found->second;
    if (found == known.end()) {
      x_.push_back(places.x[i]);
      y_.push_back(places.y[i]);
      where_.emplace_back();
      if (!grid_) known.emplace(key, place);
    }
    where_[place].push_back({file, i});
  }
}

std::optional<PointSeries::Slot> PointSeries::find(std::size_t place, std::size_t date) const {
  for (const PlaceInFile& at : where_[place]) {
    const auto& records = files_[at.file].records;
    const auto found = records.find(dates_[date].seconds());
    if (found != records.end()) return Slot{at.file, found->second, at.place};
  }
  return {};
}

}  // namespace groundswell
