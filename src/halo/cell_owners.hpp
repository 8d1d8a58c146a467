// SPDX-License-Identifier: Apache-2.0
// Finds the owners of cells by a distributed directory, so that nobody needs a table of all cells or ranks.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

inline constexpr int no_owner = -1;

// The rank that owns each of the cells `wanted`, or no_owner. `owned` are this rank's own cells; both lists
// are in any order. Throws Error, on all ranks, if a cell is owned twice; `name` describes a cell for that.
// Collective.
std::vector<int> find_owners(const Communicator& communicator, std::span<const std::int64_t> owned,
                             std::span<const std::int64_t> wanted,
                             const std::function<std::string(std::int64_t)>& name);

}  // namespace groundswell
