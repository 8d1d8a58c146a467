// SPDX-License-Identifier: Apache-2.0
// What restarts of the wave model and of other models have in common when they are saved.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "comm/communicator.hpp"

namespace groundswell {

// Calls write(), which writes the file `path` and gives it that name once it is complete. If that fails, the
// incomplete file is removed, which frees space on a full disk, but not one that somebody else is writing.
// Throws Error on all ranks. Collective.
void write_or_remove(const Communicator& communicator, const std::filesystem::path& path,
                     const std::function<void()>& write);

// A line for the log; `date` is written as DateTime::iso().
std::string describe_restart(const std::filesystem::path& path, std::int64_t bytes, const std::string& date);

}  // namespace groundswell
