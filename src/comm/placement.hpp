// SPDX-License-Identifier: Apache-2.0
// The hosts and processors that the ranks run on.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

struct Placement {
  std::vector<std::string> hosts;         // each once, in the order of their first ranks
  std::vector<int> host_of_rank;          // index in `hosts`
  std::vector<std::string> cpus_of_rank;  // processors that each rank may use: "0-3,8"; empty if unknown
  std::string binding;                    // see find_placement()
};

// All ranks get the same result. The binding is "core" or "hardware_thread" if each rank may use only one
// core or hardware thread, otherwise "none"; it is known on Linux only and "none" elsewhere. Collective.
Placement find_placement(const Communicator& communicator);

// Writes ascending numbers in the list format of Linux: "0-3,8".
std::string format_cpus(std::span<const int> cpus);

}  // namespace groundswell
