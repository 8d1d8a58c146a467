// SPDX-License-Identifier: Apache-2.0
#include "bench/restart/stale_pages.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"

namespace groundswell {

StalePages::StalePages(const std::filesystem::path& path)
    : path_(path), file_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  require(file_ >= 0, "cannot write '", path_.string(), "': ", std::strerror(errno));
}

StalePages::~StalePages() {
  ::close(file_);
}

StalePages::Page& StalePages::page_of(std::int64_t number) {
  const auto [entry, is_new] = pages_.try_emplace(number);
  if (is_new)
    require(::pread(file_, entry->second.data(), page_bytes, number * page_bytes) >= 0, "cannot read '",
            path_.string(), "': ", std::strerror(errno));
  return entry->second;
}

void StalePages::write(std::int64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::int64_t within = at % page_bytes;
    const auto n = std::min(bytes.size(), std::size_t(page_bytes - within));
    std::copy_n(bytes.begin(), n, page_of(at / page_bytes).begin() + within);
    bytes = bytes.subspan(n);
    at += std::int64_t(n);
  }
}

void StalePages::write_back() const {
  const std::int64_t length = ::lseek(file_, 0, SEEK_END);
  for (const auto& [number, page] : pages_) {
    const std::int64_t at = number * page_bytes, n = std::min(page_bytes, length - at);
    require(n <= 0 || ::pwrite(file_, page.data(), std::size_t(n), at) == n, "cannot write '", path_.string(),
            "': ", std::strerror(errno), "; make room or write elsewhere");
  }
}

}  // namespace groundswell
