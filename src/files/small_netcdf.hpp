// SPDX-License-Identifier: Apache-2.0
// Writes a small NetCDF file in one go, from one process: tables that fit in memory (such as an energy
// balance).
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "files/netcdf_writer.hpp"

namespace groundswell {

struct SmallVariable {
  std::string name;
  std::vector<std::string> dimensions;
  std::vector<double> values;  // as many as the product of the dimensions' sizes
  TextAttributes attributes;
};

struct SmallFile {
  std::vector<std::pair<std::string, std::size_t>> dimensions;
  std::vector<SmallVariable> variables;  // written as double
  TextAttributes attributes;
};

// Writes `<path>.part` and renames it when it is complete. Throws Error if it cannot be written.
// Precondition: each variable has as many values as its dimensions say.
void write_small_netcdf(const std::string& path, const SmallFile& file);

}  // namespace groundswell
