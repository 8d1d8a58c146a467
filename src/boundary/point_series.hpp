// SPDX-License-Identifier: Apache-2.0
// Files of values at places as one series of dates: files that follow each other in time, cover different
// places, or both; or one file that another run is still writing.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/date_time.hpp"
#include "boundary/point_layout.hpp"
#include "forcing/lat_lon_grid.hpp"

namespace groundswell {

class PointSeries {
 public:
  // Returns the name of the variable whose dimensions define a file's places and dates; throws Error if there
  // is none.
  using ChooseVariable = std::function<std::string(const NetcdfReader&)>;
  // The location of the values of a place at a date: file, record and place.
  struct Slot {
    std::size_t file = 0, record = 0, place = 0;
  };

  // `expected`, if not empty, lists the dates that a single file, still being written, will finally have.
  // Throws Error if there is no file, if one is missing or cannot be interpreted, or if files are on
  // different grids, or some on a grid and others not.
  PointSeries(const std::vector<std::filesystem::path>& files, const ChooseVariable& choose,
              Calendar calendar, const std::vector<DateTime>& expected = {});

  // The files, for messages: "'a.nc' (and 2 more)".
  std::string name() const;
  // Places, files and dates, for messages: "24 places of 'a.nc' (and 2 more), 1996-01-15T18:00:00Z to
  // 1996-01-20T18:00:00Z".
  std::string describe() const;
  const std::vector<DateTime>& dates() const { return dates_; }
  // Places of all files, without duplicates: degrees east and north, or x and y [m] in the plane.
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  std::size_t n_place() const { return x_.size(); }
  // A place, for messages: "the place (-52.5, 38.25)".
  std::string describe_place(std::size_t place) const;
  // The grid of the places, if they are on one: place = row * n_lon + column.
  const std::optional<LatLonGrid>& grid() const { return grid_; }
  // Whether a file has the date; in a file still being written, only dates up to the latest one passed to
  // look_again_for() count.
  bool has(std::size_t date) const;
  // Reopens the file, which is still being written, unless has(date); afterwards that date and those before,
  // but no later ones, are available. Throws Error if the file does not have it yet. Precondition: there is a
  // single file.
  void look_again_for(std::size_t date);
  // Where the values of a place at dates()[date] are; empty if no file has them.
  std::optional<Slot> find(std::size_t place, std::size_t date) const;

  std::size_t n_file() const { return files_.size(); }
  const NetcdfReader& reader(std::size_t file) const { return files_[file].reader; }
  const PointLayout& layout(std::size_t file) const { return files_[file].layout; }

 private:
  struct File {
    NetcdfReader reader;
    PointLayout layout;
    std::map<std::int64_t, std::size_t> records;  // keyed by DateTime::seconds()
  };
  struct PlaceInFile {
    std::size_t file = 0, place = 0;
  };
  static File open(NetcdfReader reader, const std::string& variable, Calendar calendar);
  void add_places(std::size_t file);

  std::vector<File> files_;
  std::vector<DateTime> dates_;
  std::filesystem::path growing_;  // the file if it is still being written
  std::vector<double> x_, y_;
  std::vector<std::vector<PlaceInFile>> where_;  // [place]
  std::optional<LatLonGrid> grid_;
};

}  // namespace groundswell
