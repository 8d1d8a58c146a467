// SPDX-License-Identifier: Apache-2.0
// The one rule for every file that the program reads: it must exist and be a regular file or a link to one.
// (Reading a pipe could block forever.)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

// Throws Error unless `path` is a regular file, or a link to one, whose status can be read. `wanted` says in
// the message what is expected ("a netCDF file").
void check_input(const std::filesystem::path& path, const char* wanted);

// The content of a text file; "" if it does not exist, is not a regular file or cannot be read.
std::string read_if_there(const std::filesystem::path& path);

// The names in a folder, in no particular order; none if it cannot be read. (The standard library's directory
// iterator is not used, because it ends the program if there is not enough memory for a name.)
std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace groundswell
