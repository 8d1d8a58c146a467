// SPDX-License-Identifier: Apache-2.0
// The table of fields has few entries, so a linear search is enough.
#include "field/field.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.hpp"

namespace groundswell {

Field& FieldTable::add(std::string_view name, std::size_t size, FieldLocation location) {
  const FieldInfo& info = field_info(name);
  require(!has(name), "field '", name, "' was added twice");
  fields_.push_back(Field{info, location, Array<float>(size)});
  return fields_.back();
}

bool FieldTable::has(std::string_view name) const {
  return std::any_of(begin(), end(), [&](const Field& field) { return field.info.name == name; });
}

const Field& FieldTable::at(std::string_view name) const {
  std::string present;
  for (const Field& field : fields_) {
    if (field.info.name == name) return field;
    present += (present.empty() ? "" : ", ") + std::string(field.info.name);
  }
  throw Error(
      text("there is no field '", name, "' here; known here are ", present.empty() ? "none" : present));
}

Field& FieldTable::at(std::string_view name) {
  return const_cast<Field&>(std::as_const(*this).at(name));
}

}  // namespace groundswell
