// SPDX-License-Identifier: Apache-2.0
// Ranks that compute for long learn at the end of their work whether it has failed on any of them.
#pragma once

#include <functional>
#include <string>

#include "comm/communicator.hpp"

namespace groundswell {

class FailureMeeting {
 public:
  // Collective.
  explicit FailureMeeting(const Communicator& ranks) : ranks_(ranks.duplicate()) {}

  // Calls work(). If it throws an exception on any rank, calls before_throwing() on all ranks, which then
  // throw the sentence of the lowest of these; a rank that fails while others wait for it elsewhere throws
  // alone after `longest_wait` [s]. Collective.
  void guard(const std::function<void()>& work, const std::function<void()>& before_throwing,
             double longest_wait);

 private:
  Communicator ranks_;
};

}  // namespace groundswell
