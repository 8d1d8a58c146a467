// SPDX-License-Identifier: Apache-2.0
#include "serve/server_teams.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/mpi_session.hpp"
#include "comm/together.hpp"
#include "transport/transport.hpp"

namespace groundswell {

RankRoles make_roles(const Communicator& world, const ServerSettings& settings) {
  RankRoles roles(world, settings.n_server);
  if (settings.n_server == 0) return roles;
  check_transport(roles.n_compute(), settings.n_server, settings.transport);
  run_together(world, [&] {
    require(settings.transport.progress != "thread" || threads_may_share_mpi(),
            "output progress by a thread needs MPI_THREAD_MULTIPLE, but MPI was initialised without it; "
            "initialise MPI with it, or choose 'calls'");
  });
  return roles;
}

Slabs divide_restart(std::int64_t n_row, std::int64_t row_bytes, const ServerSettings& settings) {
  constexpr std::int64_t most_bytes = std::int64_t(1) << 25;
  if (settings.n_server > 0 && settings.transport.method == "primary") return {n_row, 1};
  return divide_into_slabs(n_row, row_bytes, std::min(most_bytes, settings.memory / 2));
}

ServerTeams::ServerTeams(const RankRoles& roles, bool each_alone)
    : n_team_(each_alone ? roles.n_output_server() : 1),
      servers_per_team_(each_alone ? 1 : roles.n_output_server()) {
  if (roles.role() != RankRole::output_server) return;
  mine_ = each_alone ? roles.mine().rank() : 0;
  ranks_ = each_alone ? Communicator::self() : roles.mine().duplicate();
}

}  // namespace groundswell
