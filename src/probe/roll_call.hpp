// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm/communicator.hpp"

namespace groundswell {

// Whether all ranks are there: returns on all, or throws Error on all that are, which names one that was not
// there in time. A barrier would wait for ever. Collective; not to be called again after it has thrown.
void call_roll(const Communicator& communicator, double seconds);

}  // namespace groundswell
