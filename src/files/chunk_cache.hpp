// SPDX-License-Identifier: Apache-2.0
// Which unpacked chunks of a netCDF-4 variable are worth keeping between two reads. By default the library
// keeps up to 64 MB of each variable, although most chunks are never read again.
#pragma once

#include <cstddef>
#include <span>

namespace groundswell {

struct ChunkCache {
  std::size_t bytes = 0, chunks = 0;
};

// A chunk that a slab has read in part, be it one of its dates or the left of a map, is probably needed for
// the next slab. These are kept unless they are more than 128 MB; so are as many on the other side of the
// seam of a map, where the slab ends there. All spans have one entry per dimension.
ChunkCache find_chunk_cache(std::span<const std::size_t> shape, std::span<const std::size_t> chunk,
                            std::span<const std::size_t> start, std::span<const std::size_t> count,
                            std::size_t bytes_per_value);

}  // namespace groundswell
