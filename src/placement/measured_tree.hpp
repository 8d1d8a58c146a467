// SPDX-License-Identifier: Apache-2.0
// The tree of switches together with what was measured between hosts: where the two do not fit, and a choice
// of places that keeps to the tree.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "network/network_model.hpp"
#include "placement/choose_nodes.hpp"
#include "placement/switch_tree.hpp"

namespace groundswell {

// Sentences, one for each host at most, the worst first: the tree does not name it; or hosts that the tree
// puts nearer to it than others were measured farther. For the latter, the median over the m hosts at some
// number of switches is more than 1.5 times the median over the m nearest (3, where m is less) of all hosts
// beyond more switches, for the smallest or the largest message. (All hosts beyond would hide where one that
// is plugged in elsewhere belongs.) The first place of each host counts.
std::vector<std::string> find_contradictions(const SwitchTree& tree, const NetworkModel& model);

using NodeChooser = std::function<std::vector<int>(const DistanceMatrix&, int)>;
using NodeMeasure = std::function<double(const DistanceMatrix&, std::span<const int>)>;

// k places, as `choose` finds them, that are under one switch, which has no switch below it with so many: of
// all such switches that where the measure is least. Throws Error for a host that the tree does not name, and
// where there are fewer than k places.
std::vector<int> choose_in_tree(const SwitchTree& tree, std::span<const NetworkPlace> places,
                                const DistanceMatrix& distances, int k,
                                const NodeChooser& choose = choose_for_all_to_all,
                                const NodeMeasure& measure = sum_of_distances);

}  // namespace groundswell
