// SPDX-License-Identifier: Apache-2.0
// A number that differs where what it was made of differs: FNV-1a over 64-bit values.
#pragma once

#include <cstdint>
#include <string_view>

namespace groundswell {

class Hash {
 public:
  void add(std::uint64_t value) { value_ = (value_ ^ value) * 1099511628211u; }
  void add(std::string_view text) {
    for (const char letter : text) add(std::uint64_t(static_cast<unsigned char>(letter)));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

}  // namespace groundswell
