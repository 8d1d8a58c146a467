// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "run/run_folder.hpp"

namespace groundswell {

// How a run and those nested in it start.
struct RunStart {
  FolderStart folder = FolderStart::anew;
  // When a run goes on: begin anew if a run had begun but there is no restart from which it can go on;
  // otherwise that is an error.
  bool or_begin = false;
  // Go on from the restart of this date; a nested run from its newest one up to it. Empty: each from the
  // newest one that is reached by all of its files.
  std::string from;
  bool is_nested = false;

  RunStart of_nested() const { return {folder, or_begin, from, true}; }
};

}  // namespace groundswell
