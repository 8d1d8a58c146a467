// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "run/run_folder.hpp"

namespace groundswell {

// How a run and those nested in it start.
struct RunStart {
  FolderStart folder = FolderStart::anew;
  // Whether a run that should go on begins anew if an earlier run left no restart from which it can go on; if
  // false, this is an error.
  bool or_begin = false;
  // Go on from the restart of this date; a nested run from its newest one up to this date. Empty: each run
  // from its newest restart whose date is reached by all of its output files.
  std::string from;
  bool is_nested = false;

  RunStart of_nested() const { return {folder, or_begin, from, true}; }
};

}  // namespace groundswell
