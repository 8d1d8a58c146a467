// SPDX-License-Identifier: Apache-2.0
#include "mesh/cell_order.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {
namespace {

constexpr int bits = 20;  // per coordinate: resolves a millionth of the extent, finer than any cell

// Skilling's transform: converts grid coordinates to the bits of the Hilbert index, spread over three words.
void to_hilbert_words(std::array<std::uint32_t, 3>& x) {
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) {
    const std::uint32_t low = q - 1;
    for (auto& word : x) {
      if (word & q) {
        x[0] ^= low;
      } else {
        const std::uint32_t t = (x[0] ^ word) & low;
        x[0] ^= t;
        word ^= t;
      }
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  std::uint32_t t = 0;
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1)
    if (x[2] & q) t ^= q - 1;
  for (auto& word : x) word ^= t;
}

std::uint64_t hilbert_index(std::array<std::uint32_t, 3> x) {
  to_hilbert_words(x);
  std::uint64_t index = 0;
  for (int bit = bits - 1; bit >= 0; --bit)
    for (std::uint32_t word : x) index = (index << 1) | ((word >> bit) & 1u);
  return index;
}

}  // namespace

std::vector<int> space_filling_order(const std::vector<Vec3>& points) {
  Vec3 low{1e300, 1e300, 1e300};
  double extent = 0.0;
  for (const Vec3& p : points) low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
  for (const Vec3& p : points) extent = std::max({extent, p.x - low.x, p.y - low.y, p.z - low.z});
  const double scale = extent > 0.0 ? ((1u << bits) - 1) / extent : 0.0;
  std::vector<std::uint64_t> index;
  index.reserve(points.size());
  for (const Vec3& p : points) {
    const Vec3 q = (p - low) * scale;
    index.push_back(hilbert_index({std::uint32_t(q.x), std::uint32_t(q.y), std::uint32_t(q.z)}));
  }
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return index[a] < index[b]; });
  return order;
}

Triangulation reorder(const Triangulation& t, const std::vector<int>& order) {
  ensure(order.size() == t.points.size(), "an order of ", order.size(), " points for ", t.points.size());
  Triangulation result;
  result.points.reserve(t.points.size());
  result.triangles.reserve(t.triangles.size());
  std::vector<int> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    place[order[k]] = static_cast<int>(k);
    result.points.push_back(t.points[order[k]]);
  }
  for (const auto& [a, b, c] : t.triangles) result.triangles.push_back({place[a], place[b], place[c]});
  // Triangles follow their points, so that loops over them also stay in the cache.
  std::sort(result.triangles.begin(), result.triangles.end(), [](const Triangle& s, const Triangle& u) {
    return std::min({s[0], s[1], s[2]}) < std::min({u[0], u[1], u[2]}) ||
           (std::min({s[0], s[1], s[2]}) == std::min({u[0], u[1], u[2]}) && s < u);
  });
  return result;
}

}  // namespace groundswell
