// SPDX-License-Identifier: Apache-2.0
// Decides which uncompressed chunks of a netCDF-4 variable are worth keeping between two reads. By default
// the library keeps up to 64 MB of each variable, although most chunks are never read again.
#pragma once

#include <cstddef>
#include <span>

namespace groundswell {

struct ChunkCache {
  std::size_t bytes = 0, chunks = 0;
};

// A chunk that is read only in part for a slab (some of its dates, or the left half of a map) is probably
// needed again for the next slab. These chunks are kept unless they exceed 128 MB in total; if the slab ends
// at the seam of a map, the cache has room for as many again on the other side. All spans have one entry per
// dimension.
ChunkCache find_chunk_cache(std::span<const std::size_t> shape, std::span<const std::size_t> chunk,
                            std::span<const std::size_t> start, std::span<const std::size_t> count,
                            std::size_t bytes_per_value);

}  // namespace groundswell
