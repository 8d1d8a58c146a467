// SPDX-License-Identifier: Apache-2.0
// Combines the tree of switches with the measurements between hosts: reports where the two disagree, and
// selects places within the tree.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "network/network_model.hpp"
#include "placement/choose_nodes.hpp"
#include "placement/switch_tree.hpp"

namespace groundswell {

// Returns warnings, at most one per host: first for the hosts that the tree does not name; then, the worst
// first, for the hosts whose measurements contradict the tree. A contradiction is reported if, for the
// smallest or the largest message, the median time to the m hosts that are a certain number of switches away
// is more than 1.5 times the median time to the m nearest (3 if m is less) of all hosts that are more
// switches away. (The median over all of these would hide the true position of a host that is connected to
// another switch than the tree says.) Only the first place of each host counts.
std::vector<std::string> find_contradictions(const SwitchTree& tree, const NetworkModel& model);

using NodeChooser = std::function<std::vector<int>(const DistanceMatrix&, int)>;
using NodeMeasure = std::function<double(const DistanceMatrix&, std::span<const int>)>;

// k places found by `choose` under a single switch that has no switch below it with that many places; of the
// choices under all such switches, the one with the smallest measure. Throws Error for a host that the tree
// does not name, and if there are fewer than k places.
std::vector<int> choose_in_tree(const SwitchTree& tree, std::span<const NetworkPlace> places,
                                const DistanceMatrix& distances, int k,
                                const NodeChooser& choose = choose_for_all_to_all,
                                const NodeMeasure& measure = sum_of_distances);

}  // namespace groundswell
