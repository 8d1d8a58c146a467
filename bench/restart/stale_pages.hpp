// SPDX-License-Identifier: Apache-2.0
// A process's view of a file through a file system that is not parallel, emulated: pages of 4096 bytes are
// read when the process first touches them and kept, changes go into this copy, and the copy goes back in
// whole pages at the end. So of a page that two processes change, what the first one wrote back is lost:
// there are the records of the last one, and around them what was in the file when that one read it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>

namespace groundswell {

class StalePages {
 public:
  static constexpr std::int64_t page_bytes = 4096;

  // Throws Error where the file cannot be opened.
  explicit StalePages(const std::filesystem::path& path);
  ~StalePages();
  StalePages(const StalePages&) = delete;
  StalePages& operator=(const StalePages&) = delete;

  // Into the copy. Throws Error where reading fails.
  void write(std::int64_t at, std::span<const std::byte> bytes);
  // Writes the copies back, up to the length of the file. Throws Error.
  void write_back() const;
  std::int64_t bytes() const { return std::int64_t(pages_.size()) * page_bytes; }

 private:
  using Page = std::array<std::byte, page_bytes>;
  Page& page_of(std::int64_t number);

  std::filesystem::path path_;
  int file_;
  std::map<std::int64_t, Page> pages_;  // by number
};

}  // namespace groundswell
