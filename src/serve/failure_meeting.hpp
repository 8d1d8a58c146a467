// SPDX-License-Identifier: Apache-2.0
// Ranks that compute for long learn at the end of their work whether it has failed on any of them.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"

namespace groundswell {

class FailureMeeting {
 public:
  // Collective.
  explicit FailureMeeting(const Communicator& ranks) : ranks_(ranks.duplicate()) {}
  ~FailureMeeting();
  FailureMeeting(const FailureMeeting&) = delete;
  FailureMeeting& operator=(const FailureMeeting&) = delete;

  // Calls work(). If it throws an exception on any rank, calls before_throwing() on all ranks, which then
  // throw the sentence of the lowest of these, again in each later call; a rank that fails while others wait
  // for it elsewhere throws alone after `longest_wait` [s]. If these come to guard() or join() after all,
  // they wait for its last join(), in which all throw its sentence. Collective.
  void guard(const std::function<void()>& work, const std::function<void()>& before_throwing,
             double longest_wait);
  // To be called before anything else that all ranks do together: throws as guard() does if another rank has
  // failed in its guard(). Collective.
  void join(const std::function<void()>& before_throwing, bool is_last = false);

 private:
  bool has_failed_anywhere(const std::string& message, double longest_wait);
  void throw_on_all(const std::string& message, const std::function<void()>& before_throwing);

  Communicator ranks_;
  std::string failure_;  // the sentence that has been thrown on this rank
  // The part of a rank that has failed alone in the meeting to which the others may come.
  std::optional<LentToMpi<std::array<double, 1>>> left_;
};

}  // namespace groundswell
