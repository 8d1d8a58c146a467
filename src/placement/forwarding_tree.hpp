// SPDX-License-Identifier: Apache-2.0
// Broadcast trees: which place of a network forwards a message to which others.
#pragma once

#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// The parent of each place, -1 for the root: a tree in which a message reaches all places quickly if each
// place sends it to one child after another and each send takes the time given by the distance. Built
// greedily: the next message is the one that arrives first, so that places that are quick to reach forward
// it. With equal distances this is the binomial tree. A place receives the message only from one that is
// about as near (within a factor of 1.5) as the nearest place that has it: a slow link between two groups is
// thus used once, since messages that share it slow each other down, which distances do not show. Places that
// will have to serve others around them get precedence; several weights of this precedence are tried, and the
// tree with the least predicted time is taken. Throws Error if the root does not exist or distances are
// unknown.
std::vector<int> make_forwarding_tree(const DistanceMatrix& distances, int root);

// The binomial tree, for unknown distances. With places counted from the root, the number of a place's parent
// is its own without the lowest set bit: each message goes half as far as the one before, so that most of the
// consecutive places on a node receive theirs from another place on it.
std::vector<int> make_binomial_tree(int n, int root);

// The children of each place in the order in which it should send to them: the one whose subtree takes
// longest first, which is the optimal order (Jackson's rule). Throws Error if `parents` is not a single tree.
std::vector<std::vector<int>> order_children(const DistanceMatrix& distances,
                                             const std::vector<int>& parents);

// The time at which the last place has the message if each place sends in the order of order_children() and
// messages do not disturb each other.
double compute_broadcast_seconds(const DistanceMatrix& distances, const std::vector<int>& parents);

}  // namespace groundswell
