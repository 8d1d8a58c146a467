// SPDX-License-Identifier: Apache-2.0
// How long a message takes between two cores of this node, and any work on one core.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "probe/machine_cores.hpp"

namespace groundswell {

struct CoreMessages {
  std::int64_t bytes = 8;
  int repetitions = 20;
  double seconds = 0.1;  // at most; one message is sent at least
};

// Two threads, bound to processors of their own, hand a message over as shared memory does: one copies it in
// and sets a flag, the other copies it out and sets its own. The time of each message with its flag back [s].
// Bindings end with the threads. Throws Error where the system does not bind threads.
std::vector<double> time_core_messages(int from_processor, int to_processor, const CoreMessages& messages);

// Calls once() again and again in a thread bound to the processor: the time of each call [s]. Throws what
// once() throws, and Error where the system does not bind threads.
std::vector<double> time_on_processor(int processor, const CoreMessages& messages,
                                      const std::function<void()>& once);

}  // namespace groundswell
