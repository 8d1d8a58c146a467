// SPDX-License-Identifier: Apache-2.0
// Waiting for a flag in memory that another process of the node sets soon.
#pragma once

#include <thread>

#include "comm/communicator.hpp"

namespace groundswell {

// Asks again and again until done() is true: for some microseconds without a pause, then it gives the core to
// others between and lets messages on their way go on, whatever communicator they belong to.
template <class Done>
void spin_until(const Communicator& communicator, Done&& done) {
  for (int i = 0; i < 200; ++i)
    if (done()) return;
  while (!done()) {
    communicator.let_messages_go_on();
    std::this_thread::yield();
  }
}

}  // namespace groundswell
