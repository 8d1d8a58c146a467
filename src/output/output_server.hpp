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

struct OutputServerSettings {
  std::int64_t memory = std::int64_t(1) << 30;  // [B] for data received and not yet written
  std::int64_t n_cell = 0;                      // number of cells in the whole mesh
  DateTime start;                               // of the run, for its calendar
  TransportSettings transport;
};

// Serves until the end of the run and returns whether the run was complete. `writer` has the products that
// the team writes, `state` the fields of a restart. Throws Error as make_receiver() does; later failures are
// reported to the compute ranks, which end the run. Collective with RunOutput.
bool serve_output(const RankRoles& roles, const ServerTeams& teams, OutputWriter& writer,
                  const RestartStore& restarts, const std::vector<RestartShape::Field>& state,
                  const OutputServerSettings& settings);

}  // namespace groundswell
