// SPDX-License-Identifier: Apache-2.0
// The baseline of the write benchmarks: plain system calls.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {

// Writes at an offset in a file, in parts: the disk starts writing each part as soon as it is in the page
// cache, while the next part is copied there. A single piece would be copied completely before the disk
// starts, so that the two times would add up. Throws Error if writing fails.
inline void write_share(int file, std::span<const std::byte> share, std::int64_t at) {
  constexpr std::size_t part_bytes = 1 << 20, smallest = 1 << 16;
  for (std::size_t done = 0; done < share.size();) {
    const std::size_t part = std::min(part_bytes, share.size() - done);
    const ::ssize_t written = ::pwrite(file, share.data() + done, part, at + std::int64_t(done));
    require(written > 0, "cannot write the file of the bench: ", std::strerror(errno),
            "; give --folder a place with room");
#ifdef SYNC_FILE_RANGE_WRITE
    if (part >= smallest)
      ::sync_file_range(file, at + std::int64_t(done), std::int64_t(written), SYNC_FILE_RANGE_WRITE);
#endif
    done += std::size_t(written);
  }
}

// Creates a new file with preallocated space, if the file system supports it. If there is not enough space,
// or the file cannot be written, throws Error on all ranks. Collective.
inline void reserve_plainly(const Communicator& world, const std::string& path, std::int64_t bytes) {
  run_on_root(world, 0, [&] {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644);
    require(file >= 0, "cannot write '", path, "': ", std::strerror(errno),
            "; give --folder a folder that may be written");
    const int reason = ::posix_fallocate(file, 0, bytes);
    ::close(file);
    require(reason != ENOSPC, "cannot write '", path, "': ", std::strerror(reason),
            "; give --folder a place with room");
  });
}

// Each rank writes its share of a new or preallocated file, which is then synced. If writing fails, throws
// Error on all ranks. Collective.
inline void write_plainly(const Communicator& world, const std::string& path,
                          std::span<const std::byte> share, std::int64_t at) {
  int file = -1;
  run_on_root(world, 0, [&] {
    file = ::open(path.c_str(), O_RDWR | O_CREAT, 0644);
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
