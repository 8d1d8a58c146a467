// SPDX-License-Identifier: Apache-2.0
// A rank's role depends only on its number, so that every rank knows every other's role without
// communication.
#include "comm/rank_roles.hpp"

#include "base/error.hpp"

namespace groundswell {

int count_compute_ranks(int n_rank, int n_output_server) {
  require(n_output_server >= 0 && n_output_server < n_rank, n_output_server,
          " output servers were requested among ", n_rank,
          " ranks, but at least one rank must compute; start more ranks or request fewer servers");
  return n_rank - n_output_server;
}

RankRoles::RankRoles(const Communicator& world, int n_output_server)
    : world_(world.duplicate()),
      n_compute_(count_compute_ranks(world.size(), n_output_server)),
      n_output_server_(n_output_server),
      role_(world.rank() < n_compute_ ? RankRole::compute : RankRole::output_server),
      mine_(world.split(int(role_), world.rank())) {}

}  // namespace groundswell
