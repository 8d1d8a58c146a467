// SPDX-License-Identifier: Apache-2.0
#include "files/chunk_cache.hpp"

#include <algorithm>

namespace groundswell {

ChunkCache find_chunk_cache(std::span<const std::size_t> shape, std::span<const std::size_t> chunk,
                            std::span<const std::size_t> start, std::span<const std::size_t> count,
                            std::size_t bytes_per_value) {
  constexpr std::size_t most = 128 << 20;  // [bytes]
  std::size_t bytes = bytes_per_value, n_touched = 1, n_whole = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (count[d] == 0 || chunk[d] == 0) return {};  // nothing to read, or a broken file
    const std::size_t end = start[d] + count[d], last = (end - 1) / chunk[d];
    const std::size_t first_whole = (start[d] + chunk[d] - 1) / chunk[d],
                      end_whole = end == shape[d] ? last + 1 : end / chunk[d];
    bytes *= chunk[d];
    n_touched *= last + 1 - start[d] / chunk[d];
    n_whole *= std::max(first_whole, end_whole) - first_whole;
  }
  const std::size_t n_part = n_touched - n_whole;
  if (n_part * bytes > most) return {};
  // A region that crosses the seam of a map is read in two parts, one at either end of its rows.
  const bool is_at_seam = shape.size() > 1 && chunk.back() < shape.back() &&
                          (start.back() == 0) != (start.back() + count.back() == shape.back());
  const std::size_t n_kept = is_at_seam ? 2 * n_part : n_part;
  return {n_kept * bytes, n_kept};
}

}  // namespace groundswell
