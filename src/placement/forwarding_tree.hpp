// SPDX-License-Identifier: Apache-2.0
// A message from one place of a network to all others: who passes it on to whom.
#pragma once

#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// The parent of each place, -1 for the root: a tree by which all have a message soon, when each place sends
// it to one child after the other, as long as the distance says. Built greedily: the next message is one that
// arrives first, so that places that are quick to reach pass it on to others. With equal distances this is
// the binomial tree. A place gets the message only from one that is about as near (1.5 times) as the nearest
// that has it: a slow link between two groups is used once, since messages that share it slow each other
// down, which distances do not show. How much a place counts that still has to serve others around it is
// tried in several ways; the tree of the least predicted time is taken. Throws Error for a root that does not
// exist and for distances that are not known.
std::vector<int> make_forwarding_tree(const DistanceMatrix& distances, int root);

// The same where nothing is known of distances, the binomial tree. Counted from the root, a place hangs below
// the one without its lowest bit: each message goes half as far as the one before, so that places in a row on
// one node get theirs from one of them.
std::vector<int> make_binomial_tree(int n, int root);

// The children of each place in the order in which it should send to them: first the one below which most
// time passes, which is the best order (Jackson's rule). Throws Error where `parents` is not one tree.
std::vector<std::vector<int>> order_children(const DistanceMatrix& distances,
                                             const std::vector<int>& parents);

// When the last place has the message, sent in that order, if no message disturbs another.
double compute_broadcast_seconds(const DistanceMatrix& distances, const std::vector<int>& parents);

}  // namespace groundswell
