// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm/communicator.hpp"

namespace groundswell {

// Checks that all ranks are present: returns on all, or throws Error on all that are present, naming one that
// was not there in time; a barrier would wait forever. Collective; after it has thrown, it must not be called
// again, and the communicator must be abandoned on all ranks.
void call_roll(const Communicator& communicator, double seconds);

}  // namespace groundswell
