// SPDX-License-Identifier: Apache-2.0
// Waiting for what another process does soon.
#pragma once

#include <thread>

#include "comm/communicator.hpp"

namespace groundswell {

// Asks again and again until done() is true: for some microseconds without a pause, then it calls between()
// and gives the core to others.
template <class Done, class Between>
void spin_until(Done&& done, Between&& between) {
  for (int i = 0; i < 200; ++i)
    if (done()) return;
  while (!done()) {
    between();
    std::this_thread::yield();
  }
}

// The same for a flag in memory: meanwhile messages on their way go on, whatever communicator they belong to.
template <class Done>
void spin_until(const Communicator& communicator, Done&& done) {
  spin_until(done, [&] { communicator.let_messages_go_on(); });
}

}  // namespace groundswell
