// SPDX-License-Identifier: Apache-2.0
// Places of a network for a job that needs fewer than there are, by what was measured between them. Two
// places are as far apart as both ways together. All throw Error where more places are wanted than there are,
// and for distances that are not known. Equal choices go to the lower place, so that all are deterministic.
#pragma once

#include <span>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// The sum of distances between all pairs of these places, both ways: what choices for all-to-all keep low.
double sum_of_distances(const DistanceMatrix& distances, std::span<const int> chosen);

// What a job takes where nothing is chosen: the first k places.
std::vector<int> list_first_places(int k);

// k places that all talk to all, in ascending order. The published greedy choice: the two closest; then again
// and again the place with the smallest sum of distances to those chosen.
std::vector<int> choose_for_all_to_all(const DistanceMatrix& distances, int k);
// The same with the smallest possible sum, found by branch and bound. It takes long for more than some 20 to
// 30 places; throws Error where there are more than 1e9 choices.
std::vector<int> choose_exactly(const DistanceMatrix& distances, int k);
// A choice of no larger sum, in which no place can be swapped for one outside with a gain.
std::vector<int> improve_choice(const DistanceMatrix& distances, std::vector<int> chosen);
// The best of several improved choices: the greedy one, those that grow likewise around other places, and
// the first k places, so that the sum is never larger than theirs.
std::vector<int> choose_by_swaps(const DistanceMatrix& distances, int k);

}  // namespace groundswell
