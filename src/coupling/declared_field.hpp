// SPDX-License-Identifier: Apache-2.0
// The fields that a component can give or take, as it declares them to the components that it meets.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "base/names.hpp"

namespace groundswell {

// What a field has at a point: a number; the east and north parts of a vector; or an angle of travel [rad],
// counter-clockwise from east.
enum class FieldShape { scalar, vector, direction };
inline constexpr NamedValue<FieldShape> field_shapes[] = {
    {"number", FieldShape::scalar}, {"vector", FieldShape::vector}, {"direction", FieldShape::direction}};

// The numbers per point.
inline std::size_t n_part(FieldShape shape) {
  return shape == FieldShape::vector ? 2 : 1;
}

struct DeclaredField {
  std::string name;  // unique among those that the component gives, and among those that it takes
  std::string unit;  // as in base/units.hpp
  FieldShape shape = FieldShape::scalar;
  int value_bytes = 4;  // as the values travel: 4 (float) or 8 (double); for fields that are given
  // Of a field that is taken: the component also runs in a job that does not bring it.
  bool is_optional = false;

  // As other components know it.
  static auto words(auto& self) { return std::tie(self.name, self.unit, self.shape, self.value_bytes); }
};

}  // namespace groundswell
