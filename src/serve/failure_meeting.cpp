// SPDX-License-Identifier: Apache-2.0
#include "serve/failure_meeting.hpp"

#include <exception>
#include <utility>

#include "base/error.hpp"
#include "comm/nap.hpp"
#include "comm/together.hpp"

namespace groundswell {

FailureMeeting::~FailureMeeting() {
  if (left_) ranks_.abandon();
}

// A rank that fails at the end of its work meets the others here; one that fails earlier, while others wait
// for its halo, times out and throws alone.
bool FailureMeeting::has_failed_anywhere(const std::string& message, double longest_wait) {
  LentToMpi<std::array<double, 1>> failed;
  failed->front() = message.empty() ? 0.0 : 1.0;
  failed.add(ranks_.start_max_in_place(*failed));
  if (message.empty())
    failed.wait();
  else
    nap_until(longest_wait, [&] { return failed.test(); });
  if (!failed.pending()) return failed->front() > 0.0;
  left_ = std::move(failed);
  failure_ = message;
  throw Error(message);
}

void FailureMeeting::throw_on_all(const std::string& message, const std::function<void()>& before_throwing) {
  try {
    before_throwing();
    throw_together(ranks_, message);
  } catch (const std::exception& error) {
    failure_ = error.what();
    throw;
  }
}

// If work() contains a meeting that has thrown, the failure is known to those whom it concerns.
void FailureMeeting::guard(const std::function<void()>& work, const std::function<void()>& before_throwing,
                           double longest_wait) {
  require(failure_.empty(), failure_);
  std::string message;
  try {
    work();
  } catch (const std::exception&) {
    if (!failure_.empty()) throw;
    message = current_sentence();
  }
  if (has_failed_anywhere(message, longest_wait)) throw_on_all(message, before_throwing);
}

void FailureMeeting::join(const std::function<void()>& before_throwing, bool is_last) {
  if (left_ && is_last) {
    nap_until([&] { return left_->test(); });
    left_.reset();
    throw_on_all(failure_, before_throwing);
  }
  require(failure_.empty(), failure_);
  if (has_failed_anywhere("", 0.0)) throw_on_all("", before_throwing);
}

}  // namespace groundswell
