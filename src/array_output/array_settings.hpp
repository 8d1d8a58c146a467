// SPDX-License-Identifier: Apache-2.0
// The settings of another model's output: plain arrays on a numbered set of cells, without a mesh.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/names.hpp"
#include "base/schedule.hpp"
#include "files/dated_file.hpp"
#include "transfer/field_array.hpp"
#include "transport/transport_settings.hpp"

namespace groundswell {

// A variable and the model's array from which it is written: float, double or std::int32_t, with one value
// per cell or, if it has levels, one per cell and level. Of the texts, only `name` is required.
struct ArrayVariable {
  std::string name, unit, standard_name, long_name;
  bool has_levels = false;
  FieldArray array;         // read at every date that is due; only element_bytes matters on servers
  bool is_integer = false;  // std::int32_t
};

// An array in C order, [cell] or [cell][level].
template <class T>
FieldArray make_cell_array(const T* values, std::int64_t n_level = 1) {
  FieldArray array;
  array.data = reinterpret_cast<std::byte*>(const_cast<T*>(values));
  array.element_bytes = sizeof(T);
  array.shape = {n_level, FieldArray::as_many_as_cells};
  array.strides = {sizeof(T), n_level * std::int64_t(sizeof(T))};
  array.cells_last = true;
  return array;
}

// A coordinate of the cells that is constant in time, such as their longitude.
struct ArrayPosition {
  std::string name, unit, standard_name, long_name;
  std::vector<double> values;  // one for each local cell, in the order of cells; none on servers
};

// The coordinate of levels. If it has no values, there are no levels.
struct ArrayLevels {
  std::string unit, standard_name;
  bool is_down = true;  // larger values are deeper
  std::vector<double> values;
};

// A dimension of a grid of rows and columns, with the coordinate of its columns or rows, if there is one.
struct ArrayAxis {
  std::string name, unit, standard_name;
  std::int64_t size = 0;
  std::vector<double> values;  // `size` values, ascending or descending, or none
};

// A file, and the variables that are written to it at the dates of its schedule.
struct ArrayFileSettings : ScheduleSettings {
  std::string path;
  std::vector<std::string> variables;  // their names
};

// Restarts, which ArrayOutput::write_restart() writes: the variables from which the model can go on.
struct ArrayRestartSettings {
  std::string path;                    // "out/ocean" for out/ocean_20260101T000000Z.nc
  std::vector<std::string> variables;  // their names; none: there are no restarts
};

// What each writing rank has of a file: some cells; some levels of variables with levels, and some cells of
// the others; or, on servers, whole files, which the others do not have. Without servers `files` is `cells`.
enum class ArrayShare { cells, levels, files };
inline constexpr NamedValue<ArrayShare> array_shares[] = {
    {"cells", ArrayShare::cells}, {"levels", ArrayShare::levels}, {"files", ArrayShare::files}};

// Must be equal on all ranks; only the values of positions and the members of FieldArray other than
// `element_bytes` may differ.
struct ArrayOutputSettings {
  FileHeader header{"", "", "", "CF-1.8"};
  DateTime start, end;                   // of the run
  std::optional<DateTime> goes_on_from;  // if set: continue files that have all dates up to this one
  std::int64_t n_cell = 0;               // number of cells in the whole grid
  // Without axes, files have the dimension `cell`, and each cell of the grid is listed by a process. With
  // two, columns and rows, cells are numbered column + row * (number of columns), files have these two
  // dimensions, and cells listed by no process, such as land, have fill values.
  std::vector<ArrayAxis> axes;
  ArrayLevels levels;
  ArrayShare share = ArrayShare::cells;
  std::vector<ArrayPosition> positions;
  std::vector<ArrayVariable> variables;
  std::vector<ArrayFileSettings> files;
  ArrayRestartSettings restart;
  ServerSettings servers;
  // If set, called on writing ranks after each date with the time spent writing it [s]; must not throw.
  std::function<void(double seconds)> after_each_date = {};
};

}  // namespace groundswell
