// SPDX-License-Identifier: Apache-2.0
#include "apps/late_target.hpp"

#include "base/error.hpp"
#include "base/written_file.hpp"

namespace groundswell {

void check_late_target(const char* option, const std::filesystem::path& file,
                       const std::vector<std::filesystem::path>& inputs) {
  check_target(file, inputs);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  require(std::filesystem::is_directory(folder), option, " names ", file, ", but there is no folder ", folder,
          "; make it first");
}

}  // namespace groundswell
