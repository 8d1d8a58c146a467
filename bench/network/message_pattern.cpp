// SPDX-License-Identifier: Apache-2.0
#include "bench/network/message_pattern.hpp"

#include <algorithm>
#include <cstring>

namespace groundswell {
namespace {

// The mixing steps of SplitMix64 (Steele, Lea and Flood 2014, Fast splittable pseudorandom number
// generators).
std::uint64_t pattern_word(std::uint64_t key, std::uint64_t i) {
  std::uint64_t word = key * 0xd1342543de82ef95u + (i + 1) * 0x9e3779b97f4a7c15u;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

// Calls use(position, word, number of its bytes) for each word of a message.
template <class Use>
void for_each_word(std::size_t size, std::uint64_t key, Use&& use) {
  constexpr std::size_t word_bytes = sizeof(std::uint64_t);
  for (std::size_t begin = 0; begin < size; begin += word_bytes)
    use(begin, pattern_word(key, begin / word_bytes), std::min(word_bytes, size - begin));
}

}  // namespace

void fill_pattern(std::span<std::byte> bytes, std::uint64_t key) {
  for_each_word(bytes.size(), key, [&](std::size_t begin, std::uint64_t word, std::size_t n) {
    std::memcpy(bytes.data() + begin, &word, n);
  });
}

bool has_pattern(std::span<const std::byte> bytes, std::uint64_t key) {
  bool is_same = true;
  for_each_word(bytes.size(), key, [&](std::size_t begin, std::uint64_t word, std::size_t n) {
    is_same = is_same && std::memcmp(bytes.data() + begin, &word, n) == 0;
  });
  return is_same;
}

}  // namespace groundswell
