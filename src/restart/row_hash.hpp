// SPDX-License-Identifier: Apache-2.0
// A fingerprint of a row of numbers, by FNV-1a on 32-bit words in 32 lanes, which compilers vectorise; the
// lanes are then combined by one Hash. Each step is one-to-one in the hash and in the word, so rows that
// differ in one word never have the same fingerprint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/hash.hpp"

namespace groundswell {

// The fingerprint of `n_word` words of 4 bytes each.
inline std::uint64_t hash_row(const std::byte* bytes, std::size_t n_word) {
  constexpr std::size_t n_lane = 32;
  std::uint32_t lane[n_lane], word[n_lane];
  for (std::size_t i = 0; i < n_lane; ++i) lane[i] = 0x811c9dc5u + std::uint32_t(i);
  std::size_t at = 0;
  for (; at + n_lane <= n_word; at += n_lane) {
    std::memcpy(word, bytes + 4 * at, sizeof word);
    for (std::size_t i = 0; i < n_lane; ++i) lane[i] = (lane[i] ^ word[i]) * 0x01000193u;
  }
  for (std::size_t i = 0; at + i < n_word; ++i) {
    std::memcpy(word, bytes + 4 * (at + i), 4);
    lane[i] = (lane[i] ^ word[0]) * 0x01000193u;
  }
  Hash hash;
  for (const std::uint32_t value : lane) hash.add(value);
  return hash.value();
}

}  // namespace groundswell
