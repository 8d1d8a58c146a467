// SPDX-License-Identifier: Apache-2.0
// Memory that the processes of one node share. Its owner creates it; others map it by its name. It has no
// file in any folder, so that nothing stays behind if a process is killed, and is limited only by the node's
// memory. Reference: memfd_create(2), proc(5). Linux only: elsewhere the constructors throw
// Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace groundswell {

// The name by which other processes find a shared memory.
struct SharedMemoryName {
  std::int64_t process = 0, file = -1, bytes = 0;
  std::uint64_t mark = 0;  // also stored in the memory, so that no other file is mistaken for it

  friend bool operator==(const SharedMemoryName&, const SharedMemoryName&) = default;
};

// A range of pages that is unmapped with this object. Move-only.
class MappedPages {
 public:
  MappedPages() = default;
  MappedPages(std::byte* begin, std::size_t bytes) : begin_(begin), bytes_(bytes) {}
  ~MappedPages();
  MappedPages(MappedPages&& other) noexcept
      : begin_(std::exchange(other.begin_, nullptr)), bytes_(other.bytes_) {}
  MappedPages& operator=(MappedPages&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  std::byte* begin() const { return begin_; }

 private:
  std::byte* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

// Memory owned by this process: `bytes` bytes, initially zero, aligned to 4 KiB. Throws Error if the system
// does not provide it.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes);
  ~SharedMemory();
  SharedMemory(SharedMemory&& other) noexcept
      : pages_(std::move(other.pages_)), name_(std::exchange(other.name_, {})) {}
  SharedMemory& operator=(SharedMemory&& other) noexcept {
    std::swap(pages_, other.pages_);
    std::swap(name_, other.name_);
    return *this;
  }

  std::byte* data() const;
  std::span<std::byte> bytes() const { return {data(), std::size_t(name_.bytes)}; }
  const SharedMemoryName& name() const { return name_; }

 private:
  MappedPages pages_;
  SharedMemoryName name_;
};

// Memory of another process, which may exit first: the pages stay mapped. Throws Error if this process cannot
// map them, or if they are not the memory of this name.
class ForeignMemory {
 public:
  ForeignMemory() = default;
  explicit ForeignMemory(const SharedMemoryName& name);

  std::byte* data() const;
  const SharedMemoryName& name() const { return name_; }

 private:
  MappedPages pages_;
  SharedMemoryName name_;
};

}  // namespace groundswell
