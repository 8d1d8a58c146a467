// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "comm/communicator.hpp"
#include "halo/halo_plan.hpp"

namespace groundswell {

// The plan of halo cells that are sorted by owner and then by global index and have been checked, without
// positions. Throws Error, on all ranks, for cells that their owner does not own exactly once. Collective.
HaloPlan plan_messages(const Communicator& communicator, std::span<const std::int64_t> owned,
                       std::span<const std::int64_t> halo, std::span<const int> halo_owner);

}  // namespace groundswell
