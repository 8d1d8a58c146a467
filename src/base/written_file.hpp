// SPDX-License-Identifier: Apache-2.0
// The one rule for every file that the program writes. A file grows under the name <target>.part and gets its
// own name when it is whole. A target (or .part) that is there already must be a regular file: what is a
// link, a folder, a pipe or a device is refused, and so is what the same command reads. Nothing is written
// through a link. Folders on the way to the file may be links.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

// <target>.part
std::string part_path(const std::filesystem::path& target);

// Throws Error where `target` or its .part may not be written: it is a link, no regular file, or one of the
// `inputs` (under any name). A target that does not exist is fine.
void check_target(const std::filesystem::path& target, const std::vector<std::filesystem::path>& inputs = {});

// Checks the target, removes what an earlier run left of its .part, and returns the name of that. Open it so
// that it must not exist (O_EXCL). Throws Error.
std::string start_part(const std::filesystem::path& target);
// Checks the target once more and gives the .part its name. Throws Error.
void finish_part(const std::filesystem::path& target);

// Writes a small file whole. Throws Error.
void write_text_file(const std::filesystem::path& target, const std::string& content);

}  // namespace groundswell
