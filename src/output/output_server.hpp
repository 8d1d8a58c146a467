// SPDX-License-Identifier: Apache-2.0
// An output server of a run: writes its team's files, and restarts.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/rank_roles.hpp"
#include "output/output_writer.hpp"
#include "restart/restart_store.hpp"
#include "serve/server_teams.hpp"

namespace groundswell {

// Serves until the end of the run and returns whether the run was complete. `writer` has the products that
// the team writes, `state` the fields of a restart; the whole mesh has `n_cell` cells; the run starts at
// `start`. Throws Error as make_receiver() does; later failures are reported to the compute ranks, which end
// the run. Collective with RunOutput.
bool serve_output(const RankRoles& roles, const ServerTeams& teams, OutputWriter& writer,
                  const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
                  std::int64_t n_cell, const DateTime& start, const ServerSettings& settings);

}  // namespace groundswell
