// SPDX-License-Identifier: Apache-2.0
#include "files/small_netcdf.hpp"

namespace groundswell {

void write_small_netcdf(const std::string& path, const SmallFile& file) {
  NetcdfWriter writer(path);
  for (const auto& [name, value] : file.attributes) writer.add_attribute("", name, value);
  for (const auto& [name, size] : file.dimensions) writer.add_dimension(name, size);
  for (const SmallVariable& variable : file.variables)
    writer.add_variable(variable.name, variable.dimensions, &variable.values, variable.attributes);
  writer.fill_and_close();
}

}  // namespace groundswell
