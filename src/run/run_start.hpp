// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "run/run_folder.hpp"

namespace groundswell {

// How a run starts, and those nested in it.
struct RunStart {
  FolderStart folder = FolderStart::anew;
  // Where it should go on: whether it begins anew if a run had begun, but there is no restart from which it
  // can go on; otherwise that is an error.
  bool or_begin = false;
  // From the restart of this date, a nested run from its newest one up to it. Empty: each from the newest one
  // that all of its files reach.
  std::string from;
  bool is_nested = false;

  RunStart of_nested() const { return {folder, or_begin, from, true}; }
};

}  // namespace groundswell
