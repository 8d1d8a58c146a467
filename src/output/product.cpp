// SPDX-License-Identifier: Apache-2.0
#include "output/product.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/names.hpp"

namespace groundswell {

View<const float> ProductValues::field(std::string_view name) const {
  const auto found = std::ranges::find(names, name);
  ensure(found != names.end(), "a product uses the field '", name, "', for which it has not asked");
  const std::vector<float>& values = fields[std::size_t(found - names.begin())];
  return {values.data(), values.size()};
}

std::string Product::describe_oddity() const {
  if (schedule_.n_date() > 0) return "";
  return text("'", path_,
              "' has no date of output within the run and stays without values; correct its start "
              "or end");
}

const FieldInfo& OutputContext::field(std::string_view name, std::string_view where) const {
  const FieldInfo& info = find_named(fields, name, "field '", name, "' in ", where, " is not known");
  require(std::ranges::find(can_make, name) != can_make.end(), "the field '", name, "' is asked for in ",
          where, ", but this run has nothing to make it from; remove it from there, or give its forcing");
  return info;
}

FileHeader make_file_header(const OutputHeader& header, const char* conventions) {
  return {header.title, header.source, header.history, conventions};
}

}  // namespace groundswell
