// SPDX-License-Identifier: Apache-2.0
// The sea between places with known seas. A plain mean of two spectra that differ in direction or frequency
// has two peaks; here each is first turned and stretched to the mean direction and frequency of both, as in
// SWAN (SWAN scientific documentation, section on boundary conditions).
#pragma once

#include <span>
#include <vector>

#include "boundary/spectrum_remap.hpp"

namespace groundswell {

struct WeightedSea {
  SeaMean mean;
  double weight = 0.0;  // in the sum, relative to the other weights
};

// Finds the change of each sea before the weighted seas are summed. The result has the weighted mean of the
// variances, and the direction and frequency of the weighted sum of energies. Dissimilar seas are not
// changed, as two peaks are correct if two different seas meet: seas whose mean direction vectors add up to
// less than 0.7 of the sum of their lengths (such as two of equal energy more than 91 degrees apart), or one
// of which has a frequency that differs from the mean by a factor of more than 1.5.
std::vector<SpectrumChange> match_seas(std::span<const WeightedSea> seas);

}  // namespace groundswell
