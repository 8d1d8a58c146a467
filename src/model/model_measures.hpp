// SPDX-License-Identifier: Apache-2.0
// A model's measurements of itself on a rank.
#pragma once

#include <utility>

#include "base/process_memory.hpp"
#include "base/timers.hpp"
#include "model/cell_cost.hpp"

namespace groundswell {

struct ModelMeasures {
  explicit ModelMeasures(MemoryLedger before) : memory(std::move(before)) {}

  Timers timers;
  MemoryLedger memory;      // of the parts of the model; users of the model may add theirs
  CellCost cost{0, false};  // accumulated cost of each cell, if the settings name a file for it
};

}  // namespace groundswell
