// SPDX-License-Identifier: Apache-2.0
// A run with output servers: what they do from its start to its end, and what the ranks that compute tell
// them before the first step. Whatever fails on one side until then is thrown on all ranks.
#pragma once

#include "comm/rank_roles.hpp"
#include "output/server_teams.hpp"
#include "run/prepared_run.hpp"
#include "run/run_end.hpp"
#include "transport/transport.hpp"

namespace groundswell {

// Who computes and who writes. Throws Error for settings that cannot be. Collective.
RankRoles make_roles(const Communicator& world, const ServerSettings& settings);

// Which servers write files together. Collective on the servers.
ServerTeams make_teams(const RankRoles& roles, const OutputSettings& settings);

// Of an output server. Throws Error. Collective with what follows, in this order.
RunEnd serve_run(const RunConfig& config, const RankRoles& roles, const ForecastInfo& info);

// On the ranks that compute: says what runs; null where nothing does, as the run ends so.
void tell_servers(const RankRoles& roles, PreparedRun* run, RunEnd end);
// The folder of output is there; returns when the servers have made their files in it. Throws Error where
// they could not.
void wait_for_servers(const RankRoles& roles);

}  // namespace groundswell
