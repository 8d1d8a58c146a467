// SPDX-License-Identifier: Apache-2.0
// Tables of the directions and frequencies of the bins, which the passes of propagation read.
#pragma once

#include <vector>

#include "exec/array.hpp"
#include "propagation/direction_transport.hpp"
#include "propagation/frequency_transport.hpp"
#include "spectrum/spectral_grid.hpp"

namespace groundswell {

template <class T>
struct BinTables {
  explicit BinTables(const SpectralGrid& grid);

  // The returned pointers point into this object.
  FaceTables<T> face() const {
    return {cos1_face.data(), sin1_face.data(), cos2_face.data(), sin2_face.data()};
  }
  FrequencyGrid<T> frequency_grid(const SpectralGrid& grid) const;

  // Cosine and sine of the directions of bins and faces, and of twice these angles: [n_dir], zero-padded to
  // whole runs.
  Array<T> cos_dir, sin_dir, cos2_dir, sin2_dir, cos1_face, sin1_face, cos2_face, sin2_face;
  Array<T> zeros;                           // [frequencies_per_block * n_dir]
  std::vector<T> frequency, inv_frequency;  // [n_freq] [Hz], [s]
};

}  // namespace groundswell
