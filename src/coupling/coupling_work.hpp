// SPDX-License-Identifier: Apache-2.0
// What the exchange of fields costs a process beside waiting.
#pragma once

#include "base/timers.hpp"

namespace groundswell {

// CPU time [s] of a process in the calls of its Coupler after connect(); it does not count while it sleeps.
struct CouplingWork {
  double giving = 0.0;    // copies of what is put, and statistics
  double messages = 0.0;  // also for looking whether some have come, while it waits
  double regridding = 0.0;
  double taking = 0.0;  // values between two dates, copied to where the component wants them
};

// Timers of these parts; `arrival` is within `messages`.
namespace coupling_timers {
inline constexpr char put[] = "put", messages[] = "messages", arrival[] = "arrival", get[] = "get";
}
CouplingWork find_work(const Timers& timers);

}  // namespace groundswell
