// SPDX-License-Identifier: Apache-2.0
// The curve is walked down level by level: at each level the octant is coded by a Gray code, and reflections
// and exchanges of axes that this octant's sub-curve needs are applied to all finer bits.
#include "decomp/space_filling_curve.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace groundswell {
namespace {

constexpr int n_axis = 3;

// Undoes, from the coarsest level to the finest, each octant's own reflection and exchange of axes.
void straighten(std::array<std::uint32_t, n_axis>& axis, int n_bit) {
  for (std::uint32_t level = 1u << (n_bit - 1); level > 1; level >>= 1) {
    const std::uint32_t finer = level - 1;
    for (int i = 0; i < n_axis; ++i) {
      if (axis[i] & level) {
        axis[0] ^= finer;
      } else {
        const std::uint32_t exchanged = (axis[0] ^ axis[i]) & finer;
        axis[0] ^= exchanged;
        axis[i] ^= exchanged;
      }
    }
  }
}

// Turns each level's octant bits from Gray code into counting order.
void decode_gray(std::array<std::uint32_t, n_axis>& axis, int n_bit) {
  for (int i = 1; i < n_axis; ++i) axis[i] ^= axis[i - 1];
  std::uint32_t flips = 0;
  for (std::uint32_t level = 1u << (n_bit - 1); level > 1; level >>= 1)
    if (axis[n_axis - 1] & level) flips ^= level - 1;
  for (std::uint32_t& a : axis) a ^= flips;
}

}  // namespace

std::uint64_t compute_hilbert_place(std::uint32_t x, std::uint32_t y, std::uint32_t z, int n_bit) {
  std::array<std::uint32_t, n_axis> axis{x, y, z};
  straighten(axis, n_bit);
  decode_gray(axis, n_bit);
  std::uint64_t place = 0;
  for (int bit = n_bit - 1; bit >= 0; --bit)
    for (std::uint32_t a : axis) place = (place << 1) | ((a >> bit) & 1u);
  return place;
}

void sort_along_curve(const Mesh& whole, std::vector<int>& cells) {
  constexpr int n_bit = 20;
  const std::array<const std::vector<double>*, n_axis> position{&whole.x_cell, &whole.y_cell, &whole.z_cell};
  std::array<double, n_axis> low{};
  double extent = 0.0;
  for (int i = 0; i < n_axis; ++i) {
    if (position[i]->empty()) continue;
    const auto [smallest, largest] = std::ranges::minmax(*position[i]);
    low[i] = smallest;
    extent = std::max(extent, largest - smallest);
  }
  const double scale = extent > 0.0 ? ((1 << n_bit) - 1) / extent : 0.0;
  const auto coordinate = [&](int i, int cell) {
    return position[i]->empty() ? 0u : std::uint32_t(((*position[i])[std::size_t(cell)] - low[i]) * scale);
  };
  std::vector<std::pair<std::uint64_t, int>> places;
  places.reserve(cells.size());
  for (int cell : cells)
    places.emplace_back(
        compute_hilbert_place(coordinate(0, cell), coordinate(1, cell), coordinate(2, cell), n_bit), cell);
  std::ranges::sort(places);
  std::ranges::transform(places, cells.begin(), [](const auto& place) { return place.second; });
}

}  // namespace groundswell
