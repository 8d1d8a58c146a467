// SPDX-License-Identifier: Apache-2.0
// From a file of what was measured between places of a network to the hosts of a run.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "network/network_file.hpp"

namespace groundswell {

// The place of each host: the first, where several processes of it were measured. Throws Error where some
// hosts are not in the network, which names them. `source` names the network in the sentence.
std::vector<int> find_hosts(const NetworkModel& network, std::span<const std::string> hosts,
                            const std::string& source);

// The distances between these hosts: seconds of the largest message that was measured, which the bytes of
// messages, their weight, multiply.
DistanceMatrix read_host_distances(const std::filesystem::path& file, std::span<const std::string> hosts);

}  // namespace groundswell
