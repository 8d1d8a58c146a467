// SPDX-License-Identifier: Apache-2.0
// A variable at points: the fields of cells from which it is interpolated, and how.
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
  FieldInfo info;                           // under its name in the file
  std::array<std::string_view, 2> sources;  // east and north of a vector; else the field and ""
  Interpolation interpolation = Interpolation::scalar;
};

// Another name of a field in a file. It lives as long as the products.
struct FieldAlias {
  std::string_view name, field;
};

// The variables of these names, which are those of fields or aliases; `where` is the key that lists them.
// Throws Error for a field that is not known or cannot be made.
std::vector<PointVariable> find_point_variables(const OutputContext& context,
                                                const std::vector<std::string>& names, std::string_view where,
                                                std::span<const FieldAlias> aliases = {});

// What files say of them.
std::vector<FieldInfo> infos_of(const std::vector<PointVariable>& variables);

// The fields from which they are made, each once.
std::vector<std::string> sources_of(const std::vector<PointVariable>& variables);

}  // namespace groundswell
