// SPDX-License-Identifier: Apache-2.0
// Converts between this machine's byte order and that of CDF files (big-endian).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace groundswell {

inline std::uint32_t big_endian(std::uint32_t word) {
  return std::endian::native == std::endian::little ? __builtin_bswap32(word) : word;
}
inline std::uint64_t big_endian(std::uint64_t word) {
  return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

// Converts numbers of the size of `Word` in place.
template <class Word>
void change_to_big_endian(std::span<std::byte> numbers) {
  for (std::size_t at = 0; at + sizeof(Word) <= numbers.size(); at += sizeof(Word)) {
    Word word;
    std::memcpy(&word, &numbers[at], sizeof word);
    word = big_endian(word);
    std::memcpy(&numbers[at], &word, sizeof word);
  }
}

}  // namespace groundswell
