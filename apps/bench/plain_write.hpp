// SPDX-License-Identifier: Apache-2.0
// What writing is measured against: plain system calls.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {

// At a place in a file. Throws Error.
inline void write_share(int file, std::span<const std::byte> share, std::int64_t at) {
  for (std::size_t done = 0; done < share.size();) {
    const ::ssize_t written =
        ::pwrite(file, share.data() + done, share.size() - done, at + std::int64_t(done));
    require(written > 0, "cannot write the file of the bench: ", std::strerror(errno),
            "; give --folder a place with room");
    done += std::size_t(written);
  }
}

// Each rank its share of a new file, which is then synced. Throws Error on all ranks. Collective.
inline void write_plainly(const Communicator& world, const std::string& path,
                          std::span<const std::byte> share, std::int64_t at) {
  int file = -1;
  run_on_root(world, 0, [&] {
    file = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644);
    require(file >= 0, "cannot write '", path, "': ", std::strerror(errno),
            "; give --folder a folder that may be written");
  });
  if (file < 0 && !share.empty()) file = ::open(path.c_str(), O_WRONLY);
  run_together_napping(world, [&] {
    write_share(file, share, at);
    if (file >= 0) ::fsync(file);
  });
  if (file >= 0) ::close(file);
}

}  // namespace groundswell
