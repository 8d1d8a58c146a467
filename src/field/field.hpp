// SPDX-License-Identifier: Apache-2.0
// A named field: values at places of the mesh with unit and CF metadata, and the table of those that a part
// of the model holds. Whoever writes, sends or plots a field needs to know no more of it than this.
#pragma once

#include <cstddef>
#include <deque>
#include <string_view>

#include "exec/array.hpp"
#include "field/field_info.hpp"

namespace groundswell {

enum class FieldLocation { cell };

struct Field {
  FieldInfo info;
  FieldLocation location = FieldLocation::cell;
  Array<float> values;  // [n] in the unit inside; NaN where missing
};

// Fields by name, in the order in which they were added; they keep their place in memory.
class FieldTable {
 public:
  // Adds a known field of `size` values, zero at first. Throws Error where the name is not known or is here
  // already.
  Field& add(std::string_view name, std::size_t size, FieldLocation location = FieldLocation::cell);
  // Throws Error with the names that are here where this one is not.
  Field& at(std::string_view name);
  const Field& at(std::string_view name) const;
  bool has(std::string_view name) const;
  std::size_t size() const { return fields_.size(); }
  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }

 private:
  std::deque<Field> fields_;
};

}  // namespace groundswell
