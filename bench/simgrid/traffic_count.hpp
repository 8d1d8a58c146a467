// SPDX-License-Identifier: Apache-2.0
// The traffic of each process's sparse exchanges so far. All processes are counted in one place, because all
// simulated processes are threads of one program.
#pragma once

#include <cstdint>

namespace groundswell {

struct TrafficCount {
  std::int64_t messages = 0, bytes = 0;
};

TrafficCount& exchanged_by(int rank);

}  // namespace groundswell
