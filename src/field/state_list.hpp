// SPDX-License-Identifier: Apache-2.0
// Everything that a run must save in order to continue from a date with bit-identical results. Each part of
// the model that has state adds it in one function, `list_state(StateList&)`. The list refers to the values
// in place, so that saving and loading use the same list and cannot differ; what follows from the date, the
// settings or other state is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "exec/array.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

class StateList {
 public:
  // One row of values for each owned cell, in local order; the values are 4-byte or 8-byte numbers.
  struct CellValues {
    std::string name;
    int value_bytes = 4;
    CellRows rows;
    // Names and lengths of the dimensions of a row; none for one value per cell.
    std::vector<std::pair<std::string, std::int64_t>> dimensions;
    bool is_optional = false;
  };
  struct Number {
    std::string name;
    double* value;
  };
  struct Count {
    std::string name;
    std::int64_t* value;
  };
  struct Text {
    std::string name;
    std::string* value;
  };

  // Names are unique, begin with a letter, and are the same on all ranks, as is the order of additions. Added
  // values must not move while the list is in use; a model step does move the spectra, as it swaps their
  // buffers.
  template <class T>
  void add_cells(const std::string& name, Rows<T> owned,
                 std::vector<std::pair<std::string, std::int64_t>> dimensions);
  // Values that a run can do without: if they were not saved, they are loaded as NaN.
  template <class T>
  void add_optional_cells(const std::string& name, Rows<T> owned,
                          std::vector<std::pair<std::string, std::int64_t>> dimensions) {
    add_cells(name, owned, std::move(dimensions));
    cells_.back().is_optional = true;
  }
  template <class T>
  void add_cells(const std::string& name, View<T> owned) {
    add_cells(name, Rows<T>{owned.data, owned.size, 1, 1}, {});
  }
  void add(const std::string& name, double& number) { numbers_.push_back({unique(name), &number}); }
  void add(const std::string& name, std::int64_t& count) { counts_.push_back({unique(name), &count}); }
  void add(const std::string& name, std::string& words) { texts_.push_back({unique(name), &words}); }

  const std::vector<CellValues>& cells() const { return cells_; }
  std::vector<ConstCellRows> rows() const {  // of all cells()
    std::vector<ConstCellRows> all;
    for (const CellValues& values : cells_) all.push_back(values.rows);
    return all;
  }
  const std::vector<Number>& numbers() const { return numbers_; }
  const std::vector<Count>& counts() const { return counts_; }
  const std::vector<Text>& texts() const { return texts_; }

 private:
  const std::string& unique(const std::string& name) {
    for (const std::string& other : names_)
      require(other != name, "two parts of the state are called '", name,
              "'; give each state that a source carries a unique name");
    names_.push_back(name);
    return name;
  }

  std::vector<std::string> names_;
  std::vector<CellValues> cells_;
  std::vector<Number> numbers_;
  std::vector<Count> counts_;
  std::vector<Text> texts_;
};

template <class T>
void StateList::add_cells(const std::string& name, Rows<T> owned,
                          std::vector<std::pair<std::string, std::int64_t>> dimensions) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  std::int64_t n_value = 1;
  for (const auto& [dimension, size] : dimensions) n_value *= size;
  ensure(n_value == std::int64_t(owned.n_col), "state '", name, "' has rows of ", owned.n_col,
         " values but dimensions of ", n_value);
  const CellRows rows{reinterpret_cast<std::byte*>(owned.data), std::int64_t(owned.n_row),
                      std::int64_t(owned.stride * sizeof(T)), 0, n_value * std::int64_t(sizeof(T))};
  cells_.push_back({unique(name), int(sizeof(T)), rows, std::move(dimensions)});
}

}  // namespace groundswell
