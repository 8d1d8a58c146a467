// SPDX-License-Identifier: Apache-2.0
// Indices 0 .. n-1 distributed over ranks in contiguous, nearly equal pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace groundswell {

// Indices [begin, end).
struct Block {
  std::int64_t begin = 0, end = 0;
  std::int64_t size() const { return end - begin; }
};

// First index (0 .. n) of piece `rank` of `n_rank`; does not overflow for any n.
constexpr std::int64_t block_begin(std::int64_t n, int rank, int n_rank) {
  return n / n_rank * rank + n % n_rank * rank / n_rank;
}
// The `rank`-th of `n_rank` pieces.
constexpr Block make_block(std::int64_t n, int rank, int n_rank) {
  return {block_begin(n, rank, n_rank), block_begin(n, rank + 1, n_rank)};
}
// The rank whose block holds `index` of 0 .. n-1.
constexpr int rank_of_block(std::int64_t index, std::int64_t n, int n_rank) {
  int rank = int(double(index) / double(n) * n_rank);
  if (rank >= n_rank) rank = n_rank - 1;
  while (index < block_begin(n, rank, n_rank)) --rank;
  while (index >= block_begin(n, rank + 1, n_rank)) ++rank;
  return rank;
}

inline std::vector<std::int64_t> numbers_of(const Block& block) {
  std::vector<std::int64_t> numbers(std::size_t(block.size()));
  std::iota(numbers.begin(), numbers.end(), block.begin);
  return numbers;
}

}  // namespace groundswell
