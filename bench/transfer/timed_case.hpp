// SPDX-License-Identifier: Apache-2.0
// Times the methods of data transfer on a case, in turns.
#pragma once

#include <vector>

#include "bench/measure/turns.hpp"
#include "bench/transfer/case_result.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

// `communicator` has the case's processes, the source's first. Every process gets the same result. Throws
// Error if a value does not reach its cell. Collective.
CaseResult time_case(const Communicator& communicator, const TransferCase& which,
                     const MeasureSettings& settings);

// Ping-pong between ranks 0 and 1 of the communicator, which has only these two; both get the same result.
// Collective.
std::vector<MessageTime> time_messages(const Communicator& communicator);

}  // namespace groundswell
