// SPDX-License-Identifier: Apache-2.0
// All runs of one job: that of a case, and those nested in it, which run beside it on ranks of their own.
// What `groundswell run` and `groundswell check` do.
#pragma once

#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "run/case.hpp"
#include "run/forecast.hpp"

namespace groundswell {

// What the program gives to all its runs.
struct JobInfo {
  Stopwatch since_start;
  StopSignal& signal;
};

// Runs all of them: the nested ones on the last of the ranks, while the larger one goes on; on one rank one
// after another. `to_go_on` if any ends so. What the first rank
// of a run logs goes to its console with the name of the nested run before each line. Throws Error.
// Collective.
RunEnd run_job(const Case& all, const Communicator& ranks, const JobInfo& info, const RunStart& start);

// Checks one after another: on their own ranks, or each on one rank if there is only one. With `n_rank` above
// 0, and on one rank for a job with servers, as if on so many ranks, or the least number; only on a single
// process. Throws Error. Collective.
void check_job(const Case& all, const Communicator& ranks, const JobInfo& info, int n_rank = 0);

}  // namespace groundswell
