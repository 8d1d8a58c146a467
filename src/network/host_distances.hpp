// SPDX-License-Identifier: Apache-2.0
// Maps measurements between places of a network to the hosts of a run.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "network/network_file.hpp"

namespace groundswell {

// The place of each host; the first one if several processes on it were measured. Throws an Error that names
// the hosts that are missing from the network. `source` names the network in the message.
std::vector<int> find_hosts(const NetworkModel& network, std::span<const std::string> hosts,
                            const std::string& source);

// The distances between these hosts: the time [s] of the largest message measured, to be weighted by the
// bytes of the messages.
DistanceMatrix read_host_distances(const std::filesystem::path& file, std::span<const std::string> hosts);

}  // namespace groundswell
