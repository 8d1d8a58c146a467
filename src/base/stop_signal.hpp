// SPDX-License-Identifier: Apache-2.0
// SIGTERM (from a batch system or `kill`) and SIGINT (Ctrl-C) as a flag that a loop checks, so that it ends
// between two steps. A second signal ends the program at once.
#pragma once

namespace groundswell {

class StopSignal {
 public:
  // Installs handlers for both signals. Only one object may exist at a time.
  StopSignal();
  // Restores the default handlers.
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // The number of the signal received, or 0.
  int received() const;
};

}  // namespace groundswell
