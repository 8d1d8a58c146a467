// SPDX-License-Identifier: Apache-2.0
// Checks of files that are written only after many minutes of measurements.
#pragma once

#include <filesystem>
#include <vector>

namespace groundswell {

// Throws Error, before the work begins, if the file must not be written (see check_target) or its folder does
// not exist. `inputs` are files that the command reads.
void check_late_target(const char* option, const std::filesystem::path& file,
                       const std::vector<std::filesystem::path>& inputs = {});

}  // namespace groundswell
