// SPDX-License-Identifier: Apache-2.0
// A communicator that knows each rank's neighbours (MPI_Dist_graph_create_adjacent), and exchanges with all
// neighbours in one call. Reordering lets MPI place neighbours close together: a process may then have
// another rank, and work must be distributed by the new one. Reference: MPI 3.1, 7.5.4 and 7.7.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace groundswell {

class GraphTopology {
 public:
  // Every rank names the ranks that it receives from and sends to; exchanges run in that order. Collective.
  // Throws Error where MPI returns other neighbours than were given.
  GraphTopology(const Communicator& communicator, std::span<const int> sources,
                std::span<const int> destinations);

  const Communicator& communicator() const { return communicator_; }

 private:
  Communicator communicator_;
};

// A communicator of the same processes in which MPI has placed neighbouring ranks close together. Every rank
// names its neighbours and the weight of each link (bytes, cells; may be empty). The caller's rank in the
// result may differ from its rank in `communicator`. Collective. Throws Error where MPI's new ranks are not a
// permutation of the old.
Communicator make_reordered(const Communicator& communicator, std::span<const int> neighbours,
                            std::span<const int> weights);

}  // namespace groundswell
