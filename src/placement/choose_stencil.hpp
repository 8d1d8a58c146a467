// SPDX-License-Identifier: Apache-2.0
// Places of a network for a grid of processes, each of which talks to those next to it, by what was measured
// between them. Two places are as far apart as both ways together. All throw Error where more places are
// wanted than there are, and for distances that are not known. Equal choices go to the lower place.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// The place of a network for each place of a grid of processes, x fastest, each talking to those next to it.
// The published way joins nodes that communicate best into blocks of 2 x 2 x 2, those into 4 x 4 x 4 and so
// on until one is large enough, and drops blocks left over. Here a block doubles along x, y and z in turn,
// leaving out an axis whose side it has reached; three doublings of a cube are a published step. In each, of
// all pairs of blocks the closest (by the mean distance between their nodes) is joined first. A grid's side
// that is no power of two is rounded up: grid places are visited in the order of the blocks' halves, those
// beyond the side are skipped, and a block at the border either drops the nodes of the skipped places, or,
// tried too and needed where there are few nodes, hands them on to the next. With too few nodes for one large
// block, the blocks left over follow the largest ones, and none is lost: any grid is filled of as many nodes
// as it has places, or more. Of all blocks that are large enough, and of the blocks of only those nodes that
// choose_for_all_to_all() gives, the one with the least sum between grid neighbours is taken.
std::vector<int> choose_for_stencil(const DistanceMatrix& distances, std::array<int, 3> grid);
// The sum of distances both ways between places next to each other in the grid, which has borders.
double sum_between_neighbours(const DistanceMatrix& distances, std::array<int, 3> grid,
                              std::span<const int> nodes);
// A choice of no larger sum, in which no two nodes can be swapped with a gain, nor one for a node outside.
std::vector<int> improve_stencil(const DistanceMatrix& distances, std::array<int, 3> grid,
                                 std::vector<int> nodes);
// The better of two improved choices: choose_for_stencil(), and the first places in their order, so that the
// sum is never larger than theirs.
std::vector<int> choose_stencil_by_swaps(const DistanceMatrix& distances, std::array<int, 3> grid);

}  // namespace groundswell
