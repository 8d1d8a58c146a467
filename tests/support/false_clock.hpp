// SPDX-License-Identifier: Apache-2.0
// As long as it lives, the steady clock of this process stands still, but for what pass() adds: what depends
// on time is then the same on a busy machine. A test that uses it compiles false_clock.cpp, too.
#pragma once

namespace groundswell::test {

class FalseClock {
 public:
  FalseClock();
  ~FalseClock();
  FalseClock(const FalseClock&) = delete;
  FalseClock& operator=(const FalseClock&) = delete;
  void pass(double seconds);
};

}  // namespace groundswell::test
