// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "comm/together.hpp"

namespace groundswell {

// `to_go_on`: a run has ended before its end, by a signal or at the wall-clock limit, with a restart.
// `nothing_left`: it should go on where a run had begun, but there is no restart from which it can.
enum class RunEnd { complete, to_go_on, nothing_left };

// A run was told to end before its end, and has no restart.
class ToldToEnd : public Error {
 public:
  using Error::Error;
};

// Ends a run with RunEnd::nothing_left; on all ranks.
class NothingLeft : public CommonError {
 public:
  using CommonError::CommonError;
};

}  // namespace groundswell
