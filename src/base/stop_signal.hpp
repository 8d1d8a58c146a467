// SPDX-License-Identifier: Apache-2.0
// SIGTERM (of a batch system, `kill`) and SIGINT (Ctrl-C) as a question that a loop asks, so that it ends
// between two steps. A second signal ends the program at once.
#pragma once

namespace groundswell {

class StopSignal {
 public:
  // Takes both signals; one object at a time.
  StopSignal();
  // Gives them back.
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  // The number of the signal that has come, or 0.
  int received() const;
};

}  // namespace groundswell
