// SPDX-License-Identifier: Apache-2.0
// The one rule for every file that the program reads: it is there and is a regular file, or a link to one. A
// pipe would be waited for for ever.
#pragma once

#include <filesystem>

namespace groundswell {

// Throws Error where `path` is missing, a folder, a pipe or a device. `wanted` says what it should be, for
// the sentence ("a netCDF file").
void check_input(const std::filesystem::path& path, const char* wanted);

}  // namespace groundswell
