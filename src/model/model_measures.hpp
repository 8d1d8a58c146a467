// SPDX-License-Identifier: Apache-2.0
// The time, memory and load that a model measures on a rank.
#pragma once

#include <utility>

#include "base/process_memory.hpp"
#include "base/timers.hpp"
#include "base/work_counts.hpp"
#include "model/cell_cost.hpp"

namespace groundswell {

struct ModelMeasures {
  explicit ModelMeasures(MemoryLedger before) : memory(std::move(before)) {}

  Timers timers;
  MemoryLedger memory;      // by part of the model; users of the model may add parts
  WorkCounts work;          // of this rank since the start, up to the last step
  CellCost cost{0, false};  // accumulated cost of each cell, if the settings name a file for it
};

}  // namespace groundswell
