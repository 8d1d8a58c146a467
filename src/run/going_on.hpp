// SPDX-License-Identifier: Apache-2.0
// Which restart a run goes on from: the newest that is sound, and whose date all of its output files reach,
// or the one that the user chose.
#pragma once

#include "run/preparation.hpp"
#include "run/run_start.hpp"

namespace groundswell {

// Neither a run nor why there is none where it begins: none had begun in its output folder, or it left
// nothing to go on from and `start` allows that. Throws Error, also for a restart of another case.
// Collective.
Preparation prepare_to_go_on(const RunConfig& config, const Communicator& world, const Log& log,
                             const ForecastInfo& info, const RunStart& start, const RunFolder& folder,
                             EndWatch& watch);

}  // namespace groundswell
