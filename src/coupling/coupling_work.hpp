// SPDX-License-Identifier: Apache-2.0
// What the exchange of fields costs a process.
#pragma once

#include "base/timers.hpp"

namespace groundswell {

// CPU time [s] of a process in the calls of its Coupler after connect(); it does not count while it sleeps.
struct CouplingWork {
  double giving = 0.0;  // copies of what is put, and statistics
  double messages = 0.0;
  double regridding = 0.0;
  double taking = 0.0;   // values between two dates, copied to where the component wants them
  double looking = 0.0;  // in vain, while it waits, whether messages have come or left
};

// Timers of these parts; `arrival` is within `messages`.
namespace coupling_timers {
inline constexpr char put[] = "put", messages[] = "messages", looks[] = "looks", arrival[] = "arrival",
                      get[] = "get";
}
CouplingWork find_work(const Timers& timers);

}  // namespace groundswell
