// SPDX-License-Identifier: Apache-2.0
#include "wave_output/spectrum_interpolation.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"

namespace groundswell {

void interpolate_spectrum(const PointInterpolation& interpolation, std::size_t point, int n_dir,
                          Rows<const float> spectra, View<float> result) {
  const PointInterpolation::Stencil& stencil = interpolation.stencil(point);
  std::ranges::fill(result, 0.0f);
  const auto turn_of = [&](const PointInterpolation::Corner& corner) {  // [bin]
    return std::atan2(double(corner.sin_turn), double(corner.cos_turn)) * n_dir / (2.0 * pi);
  };
  bool is_turned = false;
  double rest = 0.0;  // [bin] mean remainder of rotation by whole bins
  for (const PointInterpolation::Corner& corner : stencil) {
    if (corner.place < 0) continue;
    is_turned = is_turned || std::lround(turn_of(corner)) != 0;
    rest += corner.weight * (turn_of(corner) - std::round(turn_of(corner)));
  }
  if (!is_turned) rest = 0.0;
  const auto add = [&](const PointInterpolation::Corner& corner, int turn, float weight) {
    const float* spectrum = spectra.row(std::size_t(corner.place));
    const int shift = (turn % n_dir + n_dir) % n_dir;
    for (std::size_t row = 0; row < result.size; row += std::size_t(n_dir))
      for (int dir = 0; dir < n_dir; ++dir)
        result[row + std::size_t((dir + shift) % n_dir)] += weight * spectrum[row + std::size_t(dir)];
  };
  for (const PointInterpolation::Corner& corner : stencil) {
    if (corner.place < 0) continue;
    const int turn = int(std::lround(turn_of(corner)));
    const auto next = corner.weight * float(std::abs(rest));
    add(corner, turn, corner.weight - next);
    if (rest != 0.0) add(corner, turn + (rest > 0.0 ? 1 : -1), next);
  }
}

}  // namespace groundswell
