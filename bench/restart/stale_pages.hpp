// SPDX-License-Identifier: Apache-2.0
// Emulates a process's view of a file through a non-parallel file system: pages of 4096 bytes are read when
// the process first changes them, changes go into this copy, and whole pages are written back at the end. If
// two processes change the same page, only the records of the process that writes back last survive; the rest
// of the page reverts to the content that this process had read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <span>

namespace groundswell {

class StalePages {
 public:
  static constexpr std::int64_t page_bytes = 4096;

  // Throws Error if the file cannot be opened. It must not get shorter.
  explicit StalePages(const std::filesystem::path& path);
  ~StalePages();
  StalePages(const StalePages&) = delete;
  StalePages& operator=(const StalePages&) = delete;

  // Writes into the copies of pages.
  void write(std::int64_t at, std::span<const std::byte> bytes);
  // Writes the copies back. Throws Error if writing fails.
  void write_back() const;
  std::int64_t bytes() const { return std::int64_t(changed_.size()) * page_bytes; }

 private:
  std::filesystem::path path_;
  int file_;
  std::span<std::byte> view_;       // of the file, private to this process
  std::set<std::int64_t> changed_;  // numbers of pages
};

}  // namespace groundswell
