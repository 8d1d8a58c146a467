// SPDX-License-Identifier: Apache-2.0
// Selects the places of a network for a grid of processes, each of which communicates with its neighbours,
// from the measurements between them. The distance of two places is the sum of both directions. All functions
// throw Error as check_grid() does, and for given nodes as check_nodes() does (process_grid.hpp). Ties go to
// the lower-numbered place.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// The place of the network for each place of a grid of processes, x fastest, each communicating with its
// neighbours. The published method joins the nodes that communicate best into blocks of 2 x 2 x 2, these into
// blocks of 4 x 4 x 4, and so on until one block is large enough, and drops the remaining blocks. Here a
// block doubles along x, y and z in turn, skipping axes along which it has reached the grid's side; three
// doublings of a cube are one published step. Each doubling joins pairs of blocks, the closest pair (by the
// mean distance between their nodes) first. A grid side that is not a power of two is rounded up: grid places
// are visited in the order of the blocks' halves and those beyond the side are skipped. In a block at the
// border, the nodes of the skipped places are either dropped or passed on to the next block, which is
// necessary if nodes are scarce; both are tried. If there are too few nodes for one large block, the
// remaining blocks follow the largest ones and none is lost: any grid can be filled if there are at least as
// many nodes as grid places. Of all blocks that are large enough, and of the blocks formed from only the
// nodes that choose_for_all_to_all() gives, the one with the smallest sum between grid neighbours is taken.
std::vector<int> choose_for_stencil(const DistanceMatrix& distances, std::array<int, 3> grid);
// The sum of distances, in both directions, between neighbours in the grid, which is not periodic.
double sum_between_neighbours(const DistanceMatrix& distances, std::array<int, 3> grid,
                              std::span<const int> nodes);
// Swaps two nodes, or a node for one outside, until no swap lowers the sum, in 50 sweeps at most.
std::vector<int> improve_stencil(const DistanceMatrix& distances, std::array<int, 3> grid,
                                 std::vector<int> nodes);
// The better of two improved choices: choose_for_stencil(), and the first places in their order, so that the
// sum is never larger than theirs.
std::vector<int> choose_stencil_by_swaps(const DistanceMatrix& distances, std::array<int, 3> grid);

}  // namespace groundswell
