// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.hpp"

namespace groundswell {

// `to_go_on`: a run has ended before its end, by a signal or at the wall-clock limit, with a restart.
enum class RunEnd { complete, to_go_on };

// A run was told to end before its end, and has no restart.
class ToldToEnd : public Error {
 public:
  using Error::Error;
};

}  // namespace groundswell
