// SPDX-License-Identifier: Apache-2.0
// Files that are written after many minutes of measuring.
#pragma once

#include <filesystem>
#include <vector>

namespace groundswell {

// Says what is wrong with the file before the work begins. Throws Error. `inputs` are files that the command
// reads.
void check_late_target(const char* option, const std::filesystem::path& file,
                       const std::vector<std::filesystem::path>& inputs = {});

}  // namespace groundswell
