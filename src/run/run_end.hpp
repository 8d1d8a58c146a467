// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm/together.hpp"

namespace groundswell {

// `to_go_on`: a run was stopped before its end date, or before it began, by a signal, the wall-clock limit or
// the end of the larger run; it can be resumed later. `nothing_left`: a run that had begun is to be resumed,
// but there is no usable restart.
enum class RunEnd { complete, to_go_on, nothing_left };

// Thrown if a run was asked to stop before its end date and has no restart.
class ToldToEnd : public Error {
 public:
  using Error::Error;
};

// Exit status of the program if a run has stopped before its end date and can be resumed: EX_TEMPFAIL, on
// which batch systems can requeue a job.
inline constexpr int exit_to_go_on = 75;

// Thrown on all ranks of a run that is asked to stop and is a component of a coupled job, which then ends as
// a whole; it goes on from the newest restart that all components have.
class LeftJob : public CommonError {
 public:
  using CommonError::CommonError;
};

// Thrown on all ranks to end a run with RunEnd::nothing_left.
class NothingLeft : public CommonError {
 public:
  using CommonError::CommonError;
};

}  // namespace groundswell
