// SPDX-License-Identifier: Apache-2.0
#include "output/server_teams.hpp"

namespace groundswell {

ServerTeams::ServerTeams(const RankRoles& roles, bool each_alone)
    : n_team_(each_alone ? roles.n_output_server() : 1),
      servers_per_team_(each_alone ? 1 : roles.n_output_server()) {
  if (roles.role() != RankRole::output_server) return;
  mine_ = each_alone ? roles.mine().rank() : 0;
  ranks_ = each_alone ? Communicator::self() : roles.mine().duplicate();
}

}  // namespace groundswell
