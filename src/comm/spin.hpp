// SPDX-License-Identifier: Apache-2.0
// Waiting for what another process does soon.
#pragma once

#include <thread>

#include "comm/communicator.hpp"

namespace groundswell {

// Asks again and again until done() is true: for some microseconds without a pause, then it calls between()
// each time.
template <class Done, class Between>
void spin_until(Done&& done, Between&& between) {
  for (int i = 0; i < 200; ++i)
    if (done()) return;
  while (!done()) {
    between();
  }
}

// The same for a flag in memory: between it gives the core to others, and messages on their way go on,
// whatever communicator they belong to.
template <class Done>
void spin_until(const Communicator& communicator, Done&& done) {
  spin_until(done, [&] {
    communicator.let_messages_go_on();
    std::this_thread::yield();
  });
}

}  // namespace groundswell
