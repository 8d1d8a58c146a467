// SPDX-License-Identifier: Apache-2.0
// Signals to a run as a flag that a loop checks, so that it ends between two steps: SIGUSR1 and SIGUSR2, by
// which batch systems announce that time runs out, SIGTERM and SIGINT (Ctrl-C). A second SIGTERM or SIGINT
// ends the program at once.
#pragma once

namespace groundswell {

class StopSignal {
 public:
  // Installs handlers for SIGUSR1 and SIGUSR2. Only one object may exist at a time.
  StopSignal();
  // From now on SIGTERM and SIGINT are flags too; before, they end the program at once.
  void catch_ends();
  // Restores the default handlers.
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // The number of the last signal received, or 0.
  int received() const;
};

}  // namespace groundswell
