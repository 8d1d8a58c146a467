// SPDX-License-Identifier: Apache-2.0
// Output servers that write files together form a team: either all servers are one team, or each server is a
// team by itself. A file belongs to one team; restarts belong to the last team.
#pragma once

#include <cstdint>
#include <optional>

#include "comm/rank_roles.hpp"
#include "transport/shipment.hpp"
#include "transport/transport_settings.hpp"

namespace groundswell {

// The roles of ranks of which the last ones are output servers. Throws Error on all ranks if the
// transport does not work with these numbers (check_transport), or needs threads that may not call this MPI.
// Collective.
RankRoles make_roles(const Communicator& world, const ServerSettings& settings);

// How a restart is divided of which a writing rank gets up to `n_row` cells of `row_bytes` each: into slabs
// of at most 32 MiB and half the memory of a server, which has the rows of a slab twice: as they come, and in
// the order of the file. By "primary" it travels at once, as each slab would gather all of its cells.
Slabs divide_restart(std::int64_t n_row, std::int64_t row_bytes, const ServerSettings& settings);

class ServerTeams {
 public:
  // Collective on the servers.
  ServerTeams(const RankRoles& roles, bool each_alone);

  int n_team() const { return n_team_; }
  int servers_per_team() const { return servers_per_team_; }
  // On a server: its team and the ranks of that team.
  int mine() const { return mine_; }
  const Communicator& ranks() const { return *ranks_; }
  bool writes_restarts() const { return mine_ == n_team_ - 1; }

 private:
  int n_team_, servers_per_team_, mine_ = -1;
  std::optional<Communicator> ranks_;
};

}  // namespace groundswell
