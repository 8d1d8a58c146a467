// SPDX-License-Identifier: Apache-2.0
// Signals to a run as a flag that a loop checks, so that the run ends between two steps: SIGUSR1 and SIGUSR2,
// with which batch systems announce that the time limit is near, SIGTERM, SIGINT (Ctrl-C), and SIGHUP, sent
// when a terminal closes. A second SIGTERM or SIGINT ends the program at once; SIGHUP often comes twice, from
// the terminal and from the shell, and stays ignored if it was at the start (nohup).
#pragma once

namespace groundswell {

class StopSignal {
 public:
  // Installs handlers for SIGUSR1 and SIGUSR2. Only one object may exist at a time.
  StopSignal();
  // From now on SIGTERM, SIGINT and SIGHUP set the flag too; until then they end the program at once.
  void catch_ends();
  // Restores the default handlers.
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // The number of the last signal received, or 0.
  int received() const;
};

}  // namespace groundswell
