// SPDX-License-Identifier: Apache-2.0
// A named field: values on the mesh with unit and CF metadata, which is all that code needs to know to write
// or send it; and a table of fields.
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
  Array<float> values;  // [n] in info.unit; NaN where missing
};

// Fields by name, in the order in which they were added. References to them stay valid.
class FieldTable {
 public:
  // Adds a known field of `size` values, initially zero. Throws Error where the name is unknown or was added
  // already.
  Field& add(std::string_view name, std::size_t size, FieldLocation location = FieldLocation::cell);
  // Throws Error, with the names in the table, for a name that is not.
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
