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

// Thrown on all ranks to end a run with RunEnd::nothing_left.
class NothingLeft : public CommonError {
 public:
  using CommonError::CommonError;
};

}  // namespace groundswell
