// SPDX-License-Identifier: Apache-2.0
// Computing of a stated length.
#pragma once

#include <cmath>

#include "base/timers.hpp"

namespace groundswell {

// Computes until the calling thread has used so much processor time [s]. Time in which other processes have
// the processor does not count.
inline void compute_for(double seconds) {
  const double end = thread_cpu_seconds() + seconds;
  volatile double value = 2.0;
  while (thread_cpu_seconds() < end)
    for (int i = 0; i < 200; ++i) value = value * 0.999 + 0.001 * std::sqrt(value);
}

}  // namespace groundswell
