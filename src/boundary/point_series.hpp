// SPDX-License-Identifier: Apache-2.0
// Files of values at places as one series of dates: files that follow each other in time, hold other places,
// or both; or one file that another run is still writing.
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
  // Names the variable whose dimensions give a file's places and dates; throws Error where there is none.
  using ChooseVariable = std::function<std::string(const NetcdfReader&)>;
  // Where a file holds the values of a place at a date.
  struct Slot {
    std::size_t file = 0, record = 0, place = 0;
  };

  // With `expected` these are the dates, of one file that will have them all. Throws Error where there is no
  // file, or one is missing or not understood.
  PointSeries(const std::vector<std::filesystem::path>& files, const ChooseVariable& choose,
              Calendar calendar, const std::vector<DateTime>& expected = {});

  // "'a.nc' (and 2 more)", for messages.
  std::string name() const;
  // "24 places of 'a.nc' (and 2 more), 1996-01-15T18:00:00Z to 1996-01-20T18:00:00Z".
  std::string describe() const;
  const std::vector<DateTime>& dates() const { return dates_; }
  // Places of all files, each once: degrees east and north, in the plane [m].
  const std::vector<double>& x() const { return x_; }
  const std::vector<double>& y() const { return y_; }
  std::size_t n_place() const { return x_.size(); }
  // "the place (-52.5, 38.25)", for messages.
  std::string describe_place(std::size_t place) const;
  // The grid of the places, where they are on one: place = row * n_lon + column.
  const std::optional<LatLonGrid>& grid() const { return grid_; }
  // Whether a file has the date; one that is still written, when it was last looked at.
  bool has(std::size_t date) const;
  // From then on it has that date and those before. Throws Error where the date has not come. Precondition:
  // there is one file.
  void look_again_for(std::size_t date);
  // Nothing where no file has the place at dates()[date].
  std::optional<Slot> find(std::size_t place, std::size_t date) const;

  std::size_t n_file() const { return files_.size(); }
  const NetcdfReader& reader(std::size_t file) const { return files_[file].reader; }
  const PointLayout& layout(std::size_t file) const { return files_[file].layout; }

 private:
  struct File {
    NetcdfReader reader;
    PointLayout layout;
    std::map<std::int64_t, std::size_t> records;  // by seconds of the date
  };
  struct PlaceInFile {
    std::size_t file = 0, place = 0;
  };
  static File open(NetcdfReader reader, const std::string& variable, Calendar calendar);
  void add_places(std::size_t file);

  std::vector<File> files_;
  std::vector<DateTime> dates_;
  std::filesystem::path growing_;  // the file that is still being written, if it is
  std::vector<double> x_, y_;
  std::vector<std::vector<PlaceInFile>> where_;  // [place]
  std::optional<LatLonGrid> grid_;
};

}  // namespace groundswell
