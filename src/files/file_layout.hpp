// SPDX-License-Identifier: Apache-2.0
// The dimensions and variables of a NetCDF file, by their ids, and the position of its records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace groundswell {

struct FileLayout {
  struct Variable {
    std::vector<int> dimensions;
    std::int64_t value_bytes = 0;
  };
  std::vector<std::int64_t> dimension_size;  // 0 = unlimited
  std::vector<Variable> variables;
  std::int64_t fixed_end = 0;     // [B] end of the fixed-size variables; known after the definitions
  std::int64_t record_bytes = 0;  // [B] of one record

  const Variable& variable(int number) const { return variables.at(std::size_t(number)); }
  bool has_records(int number) const {
    const std::vector<int>& dimensions = variable(number).dimensions;
    return !dimensions.empty() && dimension_size[std::size_t(dimensions[0])] == 0;
  }
};

}  // namespace groundswell
