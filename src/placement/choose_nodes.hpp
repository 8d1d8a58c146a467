// SPDX-License-Identifier: Apache-2.0
// Selects the places of a network for a job that needs fewer than there are, from the measurements between
// them. The distance of two places is the sum of both directions. All functions that choose from distances
// throw Error if fewer than one place or more than there are is wanted, or if distances are unknown or
// negative. Ties go to the lower-numbered place, so that all functions are deterministic.
#pragma once

#include <span>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// The sum of distances between all pairs of these places, in both directions: the objective for all-to-all
// communication.
double sum_of_distances(const DistanceMatrix& distances, std::span<const int> chosen);

// What a job gets if nothing is selected: the first k places.
std::vector<int> list_first_places(int k);

// k places for all-to-all communication, in ascending order. The published greedy choice: the two closest
// places, then repeatedly the place with the smallest sum of distances to those chosen.
std::vector<int> choose_for_all_to_all(const DistanceMatrix& distances, int k);
// The choice with the smallest possible sum, found by branch and bound. Slow for more than 20 to 30 places;
// throws Error if there are more than 1e9 choices.
std::vector<int> choose_exactly(const DistanceMatrix& distances, int k);
// A choice whose sum is no larger than that of `chosen`, and which is not improved by any swap of one of its
// places for one outside. Throws Error also if `chosen` has a place twice, or one that does not exist.
std::vector<int> improve_choice(const DistanceMatrix& distances, std::vector<int> chosen);
// The best of several improved choices: the greedy one, those grown in the same way around other places, and
// the first k places, so that the sum is never larger than theirs.
std::vector<int> choose_by_swaps(const DistanceMatrix& distances, int k);

}  // namespace groundswell
