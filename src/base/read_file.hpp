// SPDX-License-Identifier: Apache-2.0
// The one rule for every file that the program reads: it must exist and be a regular file or a link to one.
// (Reading a pipe could block forever.)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

// Throws Error if `path` is missing, a folder, a pipe or a device. `wanted` says in the message what is
// expected ("a netCDF file").
void check_input(const std::filesystem::path& path, const char* wanted);

// All of a text file; "" if there is no such regular file, or it cannot be read.
std::string read_if_there(const std::filesystem::path& path);

// The names in a folder, in no order; none if it cannot be read. The standard library's directory iterator
// would end the program if there were not enough memory for a name.
std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace groundswell
