// SPDX-License-Identifier: Apache-2.0
// A run with output servers: what they do from start to end, and what the compute ranks send them before the
// first step. Until then, an error on either side is thrown on all ranks.
#pragma once

#include "comm/rank_roles.hpp"
#include "run/prepared_run.hpp"
#include "run/run_end.hpp"
#include "serve/server_teams.hpp"
#include "transport/transport.hpp"

namespace groundswell {

// Groups of servers that write files together. Collective on the servers.
ServerTeams make_teams(const RankRoles& roles, const OutputSettings& settings);

// Runs an output server. Throws Error. Collective with compute_run() in forecast.cpp, which calls
// tell_servers() and wait_for_servers() on the compute ranks.
RunEnd serve_run(const RunConfig& config, const RankRoles& roles, const ForecastInfo& info);

// Called on the compute ranks: describes the run to the servers. `run` is null if there is no run; the
// servers then return `end` or, if it is nothing_left, throw NothingLeft.
void tell_servers(const RankRoles& roles, PreparedRun* run, RunEnd end);
// Called once the output folder exists; returns when the servers have created their files in it. Throws Error
// if they could not.
void wait_for_servers(const RankRoles& roles);

}  // namespace groundswell
