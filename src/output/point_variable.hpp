// SPDX-License-Identifier: Apache-2.0
// A variable at points: the cell fields it is interpolated from, and how.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "field/field_info.hpp"
#include "output/product.hpp"

namespace groundswell {

// Directions are interpolated as unit vectors, east and north components as one vector.
enum class Interpolation { scalar, direction, east_component, north_component };

struct PointVariable {
  FieldInfo info;                           // with its name in the file
  std::array<std::string_view, 2> sources;  // east and north of a vector; else the field and ""
  Interpolation interpolation = Interpolation::scalar;
};

// An alternative name of a field in a file. Its text must outlive the products.
struct FieldAlias {
  std::string_view name, field;
};

// The variables with these names, which are those of fields or aliases; `where` says in error messages which
// output lists them. Throws Error for a field that is unknown or cannot be provided.
std::vector<PointVariable> find_point_variables(const OutputContext& context,
                                                const std::vector<std::string>& names, std::string_view where,
                                                std::span<const FieldAlias> aliases = {});

// Descriptions of variables for files.
std::vector<FieldInfo> infos_of(const std::vector<PointVariable>& variables);

// The fields from which variables are derived, each once.
std::vector<std::string> sources_of(const std::vector<PointVariable>& variables);

}  // namespace groundswell
