// SPDX-License-Identifier: Apache-2.0
// Times the methods of data transfer on a case, in turns.
#pragma once

#include <vector>

#include "apps/bench/case_result.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

struct MeasureSettings {
  int repetitions = 30;           // at least, of each method
  int choices = 3;                // how often adaptive chooses anew
  double widest_interval = 0.3;   // of a ratio: repetitions go on until it is narrower,
  double max_case_seconds = 300;  // or until this long has passed
};

// `communicator` has the case's processes, the source's first. Every process gets the same result. Throws
// Error where a value does not come to its cell. Collective.
CaseResult time_case(const Communicator& communicator, const TransferCase& which,
                     const MeasureSettings& settings);

// Ping-pong between ranks 0 and 1 of the communicator, which has these two; the same on both. Collective.
std::vector<MessageTime> time_messages(const Communicator& communicator);

}  // namespace groundswell
