// SPDX-License-Identifier: Apache-2.0
// An order of cells in which neighbours lie close in memory: along a Hilbert curve through space.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"

namespace groundswell {

// Place along the Hilbert curve that fills the cube [0, 2^20)^3, which it visits from corner to corner in
// steps to face neighbours. Precondition: coordinates in that range. Reference: Skilling 2004, Programming
// the Hilbert curve, AIP Conf. Proc. 707.
std::uint64_t compute_hilbert_place(std::uint32_t x, std::uint32_t y, std::uint32_t z, int n_bit = 20);

// Sorts cells by their place along the curve through the whole mesh's bounding cube, ties by index: the order
// of two cells does not depend on which others are sorted with them.
void sort_along_curve(const Mesh& whole, std::vector<int>& cells);

}  // namespace groundswell
