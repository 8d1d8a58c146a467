// SPDX-License-Identifier: Apache-2.0
// What a measured network shows by itself: which places stand together, as in a rack, and how much slower it
// is when all talk at once.
#pragma once

#include <vector>

#include "network/network_model.hpp"

namespace groundswell {

// The places in groups within which messages of this size take less time than between them: single linkage.
// Groups are joined by the least time between them again and again, and the joins are cut where the time
// leaps by the largest factor. One group where no leap is by `least_leap` or more. Groups are in the order of
// their first places, which ascend. Times of the two directions are averaged.
std::vector<std::vector<int>> find_groups(const NetworkModel& model, double bytes, double least_leap = 2.0);

struct Contention {
  int n_pair = 0;                   // that have both values, each direction counted
  double median = 1.0, most = 1.0;  // of seconds under load to seconds in quiet
  int from = -1, to = -1;           // the pair with the most
};

// By how much messages of this size are slower under load, or the largest measured there, where that is
// smaller. Throws Error where the two have other places.
Contention compute_contention(const NetworkModel& quiet, const NetworkModel& under_load, double bytes);

}  // namespace groundswell
