// SPDX-License-Identifier: Apache-2.0
// Selects the restart from which a run resumes: the newest valid one whose date all output files of the run
// reach, or the one chosen by the user.
#pragma once

#include "run/preparation.hpp"
#include "run/run_start.hpp"

namespace groundswell {

// Returns neither a run nor a reason if the run starts from the beginning: no run had begun in its output
// folder; or the run that had begun there left no usable restart, and `start` allows beginning anew; or the
// run is nested and begins only after the date from which the job resumes. Throws Error, for example if a
// restart is of another case. Collective.
Preparation prepare_to_go_on(const RunConfig& config, const Communicator& world, const Log& log,
                             const ForecastInfo& info, const RunStart& start, const RunFolder& folder,
                             EndWatch& watch);

}  // namespace groundswell
