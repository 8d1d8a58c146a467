// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "run/run_folder.hpp"

namespace groundswell {

// How a run and those nested in it start.
struct RunStart {
  FolderStart folder = FolderStart::anew;
  // Whether a run that is to be resumed begins anew if the earlier run left no usable restart; if false, the
  // lack of one is an error.
  bool or_begin = false;
  // The date of the restart from which to resume; a nested run resumes from its newest restart up to this
  // date. If empty, each run resumes from its newest restart whose date all of its output files reach.
  std::string from;
  bool is_nested = false;

  RunStart of_nested() const { return {folder, or_begin, from, true}; }
};

}  // namespace groundswell
