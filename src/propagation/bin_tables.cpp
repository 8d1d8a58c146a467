// SPDX-License-Identifier: Apache-2.0
#include "propagation/bin_tables.hpp"

#include <cmath>
#include <cstddef>

#include "propagation/pass_kernel.hpp"

namespace groundswell {

template <class T>
BinTables<T>::BinTables(const SpectralGrid& grid) {
  const std::size_t n = std::size_t(grid.n_dir());
  const std::size_t whole_runs = (n + pack_width - 1) / pack_width * pack_width;
  for (auto* table :
       {&cos_dir, &sin_dir, &cos2_dir, &sin2_dir, &cos1_face, &sin1_face, &cos2_face, &sin2_face})
    *table = Array<T>(whole_runs);
  zeros = Array<T>(n * frequencies_per_block);
  for (std::size_t dir = 0; dir < n; ++dir) {
    const double centre = grid.direction()[dir], face = centre + 0.5 * grid.direction_width();
    cos_dir[dir] = T(std::cos(centre));
    sin_dir[dir] = T(std::sin(centre));
    cos2_dir[dir] = T(std::cos(2.0 * centre));
    sin2_dir[dir] = T(std::sin(2.0 * centre));
    cos1_face[dir] = T(std::cos(face));
    sin1_face[dir] = T(std::sin(face));
    cos2_face[dir] = T(std::cos(2.0 * face));
    sin2_face[dir] = T(std::sin(2.0 * face));
  }
  for (const double f : grid.frequency()) {
    frequency.push_back(T(f));
    inv_frequency.push_back(T(1.0 / f));
  }
}

template <class T>
FrequencyGrid<T> BinTables<T>::frequency_grid(const SpectralGrid& grid) const {
  return {grid.n_freq(),
          grid.n_dir(),
          frequency.data(),
          inv_frequency.data(),
          cos2_dir.data(),
          sin2_dir.data(),
          T(1.0 / std::log(grid.ratio())),
          T(std::pow(grid.ratio(), -5.0))};
}

template struct BinTables<float>;
template struct BinTables<double>;

}  // namespace groundswell
