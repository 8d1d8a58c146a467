// SPDX-License-Identifier: Apache-2.0
// Busy waiting, for events that another process will cause soon.
#pragma once

#include <thread>

#include "comm/communicator.hpp"

namespace groundswell {

// Polls until done() is true: the first 200 times without a pause, then with a call of between() after each
// poll.
template <class Done, class Between>
void spin_until(Done&& done, Between&& between) {
  for (int i = 0; i < 200; ++i)
    if (done()) return;
  while (!done()) {
    between();
  }
}

// As above, for a flag in memory: between polls it yields the core and lets pending messages of any
// communicator make progress.
template <class Done>
void spin_until(const Communicator& communicator, Done&& done) {
  spin_until(done, [&] {
    communicator.let_messages_go_on();
    std::this_thread::yield();
  });
}

}  // namespace groundswell
