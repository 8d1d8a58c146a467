// SPDX-License-Identifier: Apache-2.0
// One quantity in one or several netCDF files as a series of dates on one grid: finds the variables of its
// components, merges the dates of all files, and reads one date at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "files/time_axis.hpp"
#include "forcing/forcing_settings.hpp"
#include "forcing/grid_box.hpp"
#include "forcing/quantity_names.hpp"

namespace groundswell {

class LatLonSeries {
 public:
  // Opens the files and reads the grid, and the dates in the calendar of `start`; climatologies are repeated
  // to cover start to end. Throws Error if a file, a component, the grid or the time axis is missing or
  // unusable, if files have different grids, or if units cannot be converted.
  LatLonSeries(const ForcingFileSettings& settings, const QuantityNames& names, const DateTime& start,
               const DateTime& end);

  int n_component() const { return int(components_.size()); }
  const LatLonGrid& grid() const { return grids_.front(); }
  // Dates common to all components, ascending; empty if the variables have no time.
  const std::vector<DateTime>& dates() const { return dates_; }
  // True if the variables have no time: their only record is valid at all times.
  bool is_steady() const { return steady_; }
  // The quantity and the files, for messages: "wind of 'a.nc' (and 2 more)".
  std::string name() const;
  // The file with the first component at dates()[index] (index 0 if the series is steady).
  const std::string& file_of(std::size_t index) const {
    return files_[components_[0][locations_[0][index].piece].file].path();
  }

  // Values of a component at dates()[index] (index 0 if the series is steady) in a box, row by row, in the
  // quantity's unit; NaN if missing. May be called from any thread.
  std::vector<float> read(int component, std::size_t index, const GridBox& box) const;
  // Frees the chunks cached for the boxes read so far; called before boxes of another shape are read.
  void forget_chunks() const {
    for (const NetcdfReader& file : files_) file.forget_chunks();
  }
  // Whether a component has any value at a date; some files have dates without values.
  bool has_values(int component, std::size_t index) const;
  // The variable of the first component without any value at a date, or "".
  std::string empty_variable(std::size_t index) const;
  std::string variable_name(int component) const {
    return components_[std::size_t(component)].front().variable;
  }

 private:
  // A component's variable in one file.
  struct Piece {
    std::size_t file = 0;
    std::string variable;
    double factor = 1.0;
    std::vector<std::size_t> shape;
    std::optional<std::size_t> time_dimension;
    TimeAxis axis;
  };
  struct Location {
    std::size_t piece = 0, record = 0;
  };
  void add_piece(std::size_t file, const std::string& variable, std::string_view unit, Calendar calendar,
                 std::vector<Piece>& pieces);
  std::vector<float> read_piece(const Piece& piece, std::size_t record, const GridBox& box) const;
  void check_grid(LatLonGrid grid, std::size_t file);
  void merge_dates(const DateTime& start, const DateTime& end);

  std::string quantity_;
  double factor_;
  std::vector<NetcdfReader> files_;
  std::vector<LatLonGrid> grids_;               // exactly one after the first file is read
  std::vector<std::vector<Piece>> components_;  // [component][piece]
  std::vector<DateTime> dates_;
  std::vector<std::vector<Location>> locations_;  // [component][date]
  bool steady_ = false;
};

}  // namespace groundswell
