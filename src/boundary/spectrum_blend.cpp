// SPDX-License-Identifier: Apache-2.0
#include "boundary/spectrum_blend.hpp"

#include <cmath>

#include "base/constants.hpp"

namespace groundswell {
namespace {

constexpr double least_agreement = 0.7;         // of the directions
constexpr double largest_stretch = 1.5;         // of the frequencies
constexpr double least_share_of_energy = 1e-6;  // seas with less are neither compared nor changed

}  // namespace

std::vector<SpectrumChange> match_seas(std::span<const WeightedSea> seas) {
  double energy = 0.0, frequency = 0.0, x = 0.0, y = 0.0, lengths = 0.0;
  for (const WeightedSea& sea : seas) {
    energy += sea.weight * sea.mean.m0;
    frequency += sea.weight * sea.mean.m0 * sea.mean.frequency;
    x += sea.weight * sea.mean.x;
    y += sea.weight * sea.mean.y;
    lengths += sea.weight * std::hypot(sea.mean.x, sea.mean.y);
  }
  std::vector<SpectrumChange> changes(seas.size());
  if (energy <= 0.0 || std::hypot(x, y) < least_agreement * lengths || lengths <= 0.0) return changes;
  frequency /= energy;
  const double direction = std::atan2(y, x);
  for (std::size_t i = 0; i < seas.size(); ++i) {
    const SeaMean& mean = seas[i].mean;
    if (seas[i].weight * mean.m0 < least_share_of_energy * energy) continue;
    const double factor = frequency / mean.frequency;
    if (factor > largest_stretch || factor < 1.0 / largest_stretch)
      return std::vector<SpectrumChange>(seas.size());
    changes[i] = {std::remainder(direction - std::atan2(mean.y, mean.x), 2.0 * pi), factor};
  }
  return changes;
}

}  // namespace groundswell
