// SPDX-License-Identifier: Apache-2.0
// All runs of one job: the run of a case and the runs nested in it, which run at the same time on separate
// ranks, or one after another on a single rank. Implements `groundswell run` and `groundswell check`.
#pragma once

#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "run/case.hpp"
#include "run/coupled_job.hpp"
#include "run/forecast.hpp"

namespace groundswell {

// Data that the program passes to all its runs.
struct JobInfo {
  Stopwatch since_start;
  StopSignal& signal;
};

// Runs all runs of the job: the nested ones on the last ranks, concurrently with the larger one; on a single
// rank one after another. Returns the worst of their results. The console log of the first rank of a nested
// run has the run's name before each line. Throws Error. Collective.
RunEnd run_job(const Case& all, const Communicator& ranks, const JobInfo& info, const RunStart& start);
// Runs all components of a coupled job, each on its own ranks.
RunEnd run_job(const CoupledJob& all, const Communicator& ranks, const JobInfo& info, const RunStart& start);

// Checks the runs one after another: on their own ranks, or all on one rank if there is only one. With
// `n_rank` above 0, which requires a single process, the check assumes that number of ranks. If `n_rank` is
// 0, a job with servers is checked on a single process for the minimum number of ranks that it needs. Throws
// Error. Collective.
void check_job(const Case& all, const Communicator& ranks, const JobInfo& info, int n_rank = 0);
// Checks the components, each on its own ranks or all on a single one, and logs the exchanges of the first
// day. Throws Error unless `n_rank` is 0, as the job states its ranks.
void check_job(const CoupledJob& all, const Communicator& ranks, const JobInfo& info, int n_rank = 0);

}  // namespace groundswell
