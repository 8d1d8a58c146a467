// SPDX-License-Identifier: Apache-2.0
#include "bench/restart/stale_pages.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace groundswell {

StalePages::StalePages(const std::filesystem::path& path)
    : path_(path), file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  require(file_ >= 0, "cannot write '", path_.string(), "': ", std::strerror(errno));
  const auto length = std::size_t(::lseek(file_, 0, SEEK_END));
  void* const at = ::mmap(nullptr, length, PROT_READ | PROT_WRITE, MAP_PRIVATE, file_, 0);
  require(at != MAP_FAILED, "cannot read '", path_.string(), "': ", std::strerror(errno));
  view_ = {static_cast<std::byte*>(at), length};
}

StalePages::~StalePages() {
  ::munmap(view_.data(), view_.size());
  ::close(file_);
}

void StalePages::write(std::int64_t at, std::span<const std::byte> bytes) {
  std::ranges::copy(bytes, view_.subspan(std::size_t(at)).begin());
  const std::int64_t last = (at + std::int64_t(bytes.size()) - 1) / page_bytes;
  for (std::int64_t page = at / page_bytes; page <= last; ++page) changed_.insert(page);
}

void StalePages::write_back() const {
  for (const std::int64_t page : changed_) {
    const std::int64_t at = page * page_bytes, n = std::min(page_bytes, std::int64_t(view_.size()) - at);
    require(::pwrite(file_, view_.data() + at, std::size_t(n), at) == n, "cannot write '", path_.string(),
            "': ", std::strerror(errno), "; make room or write elsewhere");
  }
}

}  // namespace groundswell
