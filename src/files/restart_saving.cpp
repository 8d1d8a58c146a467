// SPDX-License-Identifier: Apache-2.0
#include "files/restart_saving.hpp"

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"

namespace groundswell {

void write_or_remove(const Communicator& communicator, const std::filesystem::path& path,
                     const std::function<void()>& write) {
  try {
    write();
  } catch (const Error&) {
    if (communicator.rank() == 0) remove_left_part(path);
    throw;
  }
}

std::string describe_restart(const std::filesystem::path& path, std::int64_t bytes, const std::string& date) {
  return text("restart ", path.string(), " (", format_bytes(double(bytes)), "); all output up to ", date,
              " is on disk");
}

}  // namespace groundswell
