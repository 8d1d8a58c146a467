// SPDX-License-Identifier: Apache-2.0
#include "serve/failure_meeting.hpp"

#include <array>

#include "base/error.hpp"
#include "comm/lent_to_mpi.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {

// A rank that fails at the end of its work meets the others here; one that fails earlier, while others wait
// for its halo, times out and throws alone.
void FailureMeeting::guard(const std::function<void()>& work, const std::function<void()>& before_throwing,
                           double longest_wait) {
  std::string message;
  try {
    work();
  } catch (const std::exception&) {
    message = current_sentence();
  }
  LentToMpi<std::array<double, 1>> failed;
  failed->front() = message.empty() ? 0.0 : 1.0;
  failed.add(ranks_.start_max_in_place(*failed));
  if (message.empty())
    failed.wait();
  else
    nap_until(longest_wait, [&] { return failed.test(); });
  if (failed.pending()) {
    ranks_.abandon();
    throw Error(message);
  }
  if (failed->front() == 0.0) return;
  before_throwing();
  throw_together(ranks_, message);
}

}  // namespace groundswell
