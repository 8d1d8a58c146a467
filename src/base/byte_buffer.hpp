// SPDX-License-Identifier: Apache-2.0
// Uninitialised memory for messages and rows, so that new memory is not written to before it is filled.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace groundswell {

class ByteBuffer {
 public:
  ByteBuffer() = default;
  explicit ByteBuffer(std::size_t size)
      : bytes_(std::make_unique_for_overwrite<std::byte[]>(size)), size_(size) {}

  std::byte* data() { return bytes_.get(); }
  const std::byte* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::span<std::byte> bytes() { return {data(), size_}; }
  // The first n bytes. If the buffer is smaller, it is reallocated and its content is lost.
  std::span<std::byte> first(std::size_t n) {
    if (size_ < n) *this = {};  // frees the old memory before the new is allocated
    if (size_ < n) *this = ByteBuffer(n);
    return {data(), n};
  }

 private:
  std::unique_ptr<std::byte[]> bytes_;
  std::size_t size_ = 0;
};

}  // namespace groundswell
