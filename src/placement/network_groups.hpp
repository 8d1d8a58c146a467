// SPDX-License-Identifier: Apache-2.0
// What measurements alone show about a network: which places form groups (as in a rack), and how much slower
// it is when all places communicate at the same time.
#pragma once

#include <vector>

#include "network/network_model.hpp"

namespace groundswell {

// Groups of places within which messages of this size take less time than between them, by single-linkage
// clustering: the groups with the least time between them are joined repeatedly, and the joins are cut where
// the time increases by the largest factor. One group if no factor reaches `least_leap`. Groups are ordered
// by their first places, and places ascend within a group. The times of the two directions are averaged.
std::vector<std::vector<int>> find_groups(const NetworkModel& model, double bytes, double least_leap = 2.0);

struct Contention {
  int n_pair = 0;                   // pairs measured without and under load; each direction counts
  double median = 1.0, most = 1.0;  // ratio of seconds under load to seconds without load
  int from = -1, to = -1;           // the pair with `most`
};

// How much slower messages of this size are under load; if the largest size measured under load is smaller,
// that size is used. Throws Error if the two have different places.
Contention compute_contention(const NetworkModel& quiet, const NetworkModel& under_load, double bytes);

}  // namespace groundswell
