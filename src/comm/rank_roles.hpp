// SPDX-License-Identifier: Apache-2.0
// Which ranks compute and which write: the split is made once, at the start of a run.
#pragma once

#include "comm/communicator.hpp"

namespace groundswell {

enum class RankRole { compute, output_server };

// How many of `n_rank` ranks compute. Throws Error unless at least one does, and for a negative number of
// servers.
int count_compute_ranks(int n_rank, int n_output_server);

class RankRoles {
 public:
  // The last `n_output_server` ranks become output servers; the others compute. Collective. Throws Error as
  // count_compute_ranks() does.
  explicit RankRoles(const Communicator& world, int n_output_server = 0);

  RankRole role() const { return role_; }
  int n_compute() const { return n_compute_; }
  int n_output_server() const { return n_output_server_; }
  // All ranks, of every role.
  const Communicator& world() const { return world_; }
  // The ranks of this rank's role, in their order in the world.
  const Communicator& mine() const { return mine_; }

 private:
  Communicator world_;
  int n_compute_;
  int n_output_server_;
  RankRole role_;
  Communicator mine_;
};

}  // namespace groundswell
