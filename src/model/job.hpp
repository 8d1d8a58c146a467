// SPDX-License-Identifier: Apache-2.0
// All runs of one job: that of a case, and those nested in it, which run beside it on ranks of their own.
// What `groundswell run` and `groundswell check` do.
#pragma once

#include <string>
#include <vector>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "model/forecast.hpp"
#include "model/run_config.hpp"

namespace groundswell {

struct Case {
  struct Nest;
  std::string file;
  RunConfig config;
  std::string resolved;  // as in ForecastInfo, and so the next two
  SettingValues settings;
  std::vector<std::filesystem::path> inputs;
  std::vector<Nest> nests;  // in the order of output.boundaries

  // Whether any of the runs has output servers.
  bool has_servers() const;
};

struct Case::Nest {
  std::string name;      // of the boundary
  std::string boundary;  // the path of its file
  int n_rank = 1;        // of the nested run and those nested in it
  Case nested;
};

// Reads a case, with `overrides` as read_run_config, and those nested in it. Throws Error for one that cannot
// be, and for nested cases that do not fit: another boundary file, mesh or calendar, dates outside, a shared
// folder of output.
Case read_case(const std::string& file, const std::vector<std::string>& overrides = {});

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
