// SPDX-License-Identifier: Apache-2.0
// FNV-1a hash over 64-bit values instead of bytes. Reference: Fowler, Noll and Vo, "The FNV non-cryptographic
// hash algorithm".
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string_view>

namespace groundswell {

class Hash {
 public:
  Hash() = default;
  explicit Hash(std::uint64_t start) : value_(start) {}

  template <std::integral Integer>
  void add(Integer value) {
    value_ = (value_ ^ std::uint64_t(value)) * 1099511628211u;
  }
  void add(float value) { add(std::uint64_t(std::bit_cast<std::uint32_t>(value))); }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(std::string_view text) {
    for (const char letter : text) add(std::uint64_t(static_cast<unsigned char>(letter)));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace groundswell
