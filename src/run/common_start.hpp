// SPDX-License-Identifier: Apache-2.0
// From which date the components of a coupled job go on together.
#pragma once

#include <optional>

#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "run/coupled_job.hpp"
#include "run/run_start.hpp"

namespace groundswell {

// Replaces the choice "the newest restart" by the newest date of which all components have a sound restart;
// by a start from the beginning if no component had begun, or if there is no such date and `start` allows
// that; or by nothing, after a line in the log, if the job has reached its end. Throws NothingLeft on all
// ranks if there is no such date otherwise, and Error for a date chosen by the user of which one has no
// restart. Collective.
std::optional<RunStart> choose_common_start(const CoupledJob& job, const Communicator& ranks, const Log& log,
                                            const RunStart& start);

}  // namespace groundswell
