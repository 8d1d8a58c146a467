// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "bench/network/lennard_jones.hpp"

namespace groundswell {

// For each of the first `n_first` atoms, all other atoms nearer than `reach`. They are found by sorting the
// atoms into cells of at least that length, of which the 27 around each atom are searched.
class NearAtoms {
 public:
  NearAtoms() = default;
  // Distances ignore the periodic boundaries: `positions` must contain periodic images as separate atoms.
  NearAtoms(std::span<const AtomVector> positions, std::size_t n_first, double reach);

  std::span<const int> of(std::size_t atom) const {
    return std::span(near_).subspan(begin_[atom], begin_[atom + 1] - begin_[atom]);
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<int> near_;
};

}  // namespace groundswell
