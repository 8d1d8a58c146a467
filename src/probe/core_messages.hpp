// SPDX-License-Identifier: Apache-2.0
// The time of a message between two cores of this node, and of any work on one core.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "probe/machine_cores.hpp"

namespace groundswell {

struct CoreMessages {
  std::int64_t bytes = 8;
  int repetitions = 20;
  double seconds = 0.1;  // at most; at least one message is sent
};

// Two threads, each bound to its own processor, pass a message through shared memory: one copies it in and
// advances a flag, the other copies it out and advances the flag in answer. Returns the time [s] of each
// message, including the answer. The binding ends with the threads. Throws Error if the system does not bind
// threads.
std::vector<double> time_core_messages(int from_processor, int to_processor, const CoreMessages& messages);

// Calls once() repeatedly in a thread bound to the processor; returns the time of each call [s]. Throws what
// once() throws, and Error if the system does not bind threads.
std::vector<double> time_on_processor(int processor, const CoreMessages& messages,
                                      const std::function<void()>& once);

}  // namespace groundswell
