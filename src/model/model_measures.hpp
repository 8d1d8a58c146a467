// SPDX-License-Identifier: Apache-2.0
// What a model measures of itself on a rank.
#pragma once

#include <utility>

#include "base/process_memory.hpp"
#include "base/timers.hpp"
#include "model/cell_cost.hpp"

namespace groundswell {

struct ModelMeasures {
  explicit ModelMeasures(MemoryLedger before) : memory(std::move(before)) {}

  Timers timers;
  MemoryLedger memory;      // what the parts of the model keep; others may add theirs
  CellCost cost{0, false};  // what each cell has cost up to now, if the settings name a file for it
};

}  // namespace groundswell
