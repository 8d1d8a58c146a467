// SPDX-License-Identifier: Apache-2.0
// During the lifetime of a FalseClock, the steady clock of this process is advanced only by pass(), so that
// results that depend on time are the same on a busy machine. A test that uses it also compiles
// false_clock.cpp.
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
