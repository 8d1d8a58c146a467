// SPDX-License-Identifier: Apache-2.0
// A path in a scratch folder of the first rank, the same on all ranks.
#pragma once

#include <filesystem>
#include <string>

#include "support/netcdf_file.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {

// Collective.
inline std::filesystem::path shared_path(const std::string& name) {
  std::string path;
  if (world().rank() == 0) path = scratch_path(name).string();
  world().broadcast(path, 0);
  return path;
}

}  // namespace groundswell::test
