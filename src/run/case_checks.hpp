// SPDX-License-Identifier: Apache-2.0
// Checks of a case that involve several options.
#pragma once

#include "config/option_table.hpp"
#include "run/run_config.hpp"

namespace groundswell {

// Throws Error, with file and line of the option to change, if dates, steps and intervals do not fit
// together, initial or incoming waves lie outside the spectrum, the limiter is off although there is wind, a
// storm exceeds the strongest wind allowed, the restart to start from is not named, or options of a mesh, of
// ranks or of output files contradict each other.
void check_case(const OptionTable& table, const RunConfig& config);

}  // namespace groundswell
