// SPDX-License-Identifier: Apache-2.0
// A communicator that knows each rank's neighbours (MPI_Dist_graph_create_adjacent), for exchanges with all
// neighbours in one call. Reordering lets MPI place neighbours close together: a process may then get another
// rank, and work must be distributed according to the new ranks. Some MPI libraries build a wrong graph or
// hang, so every graph is verified: neighbours exchange their identities. Reference: MPI 3.1, 7.5.4 and 7.7.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/rank_link.hpp"
#include "comm/watchdog.hpp"

namespace groundswell {

class GraphTopology {
 public:
  // Every rank names the ranks that it receives from and sends to; the tables of an exchange have the same
  // order. `watch` is notified if MPI hangs. Collective. Throws Error, on all ranks, if MPI fails, builds a
  // graph with other neighbours than these, or delivers messages to a rank other than the one named.
  GraphTopology(const Communicator& communicator, std::span<const int> sources,
                std::span<const int> destinations, const HangWatch& watch = {});

  const Communicator& communicator() const { return communicator_; }

 private:
  Communicator communicator_;
};

// New ranks of the processes.
struct RankOrder {
  std::vector<int> new_rank;  // [old rank]: the new rank of the process that had this old rank
  std::string fault;          // error message if MPI fails or reorders wrongly; all then keep their ranks
};

// Lets MPI build a graph with reordering, asks it for the new ranks and the new neighbours, and verifies
// both. If either is wrong, all processes keep their ranks, and the fault names the MPI library. `links` are
// the links of all ranks, and every rank passes the same; `watch` is notified if MPI hangs. Collective.
RankOrder find_mpi_order(const Communicator& communicator, std::span<const RankLink> links,
                         const HangWatch& watch = {});

}  // namespace groundswell
