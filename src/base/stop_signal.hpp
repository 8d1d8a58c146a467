// SPDX-License-Identifier: Apache-2.0
// Turns signals to a run into a flag that a loop checks, so that the run ends between two steps: SIGUSR1 and
// SIGUSR2, by which batch systems announce that the time limit is near, SIGTERM, SIGINT (Ctrl-C), and SIGHUP,
// sent when a terminal closes. If SIGTERM or SIGINT arrives a second time, the program ends immediately. This
// is not so for SIGHUP, which often comes twice, from the terminal and from the shell; if SIGHUP was ignored
// at the start (nohup), it stays ignored.
#pragma once

namespace groundswell {

class StopSignal {
 public:
  // Installs handlers for SIGUSR1 and SIGUSR2. Only one object may exist at a time.
  StopSignal();
  // From now on SIGTERM, SIGINT and SIGHUP set the flag too; until then they end the program immediately.
  void catch_ends();
  // Restores the default handlers.
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // The number of the last signal received, or 0.
  int received() const;
};

}  // namespace groundswell
