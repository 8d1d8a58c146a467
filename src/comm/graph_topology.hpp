// SPDX-License-Identifier: Apache-2.0
// A communicator that knows each rank's neighbours (MPI_Dist_graph_create_adjacent), and exchanges with all
// neighbours in one call. Reordering lets MPI place neighbours close together: a process may then have
// another rank, and work must be distributed according to the new ranks. Some libraries make the graph
// wrongly or hang, so every graph is verified: neighbours exchange their identities. Reference: MPI 3.1,
// 7.5.4 and 7.7.
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
  // Every rank names the ranks that it receives from and sends to; exchanges run in that order. `watch` is
  // notified if MPI hangs. Collective. Throws Error, on all ranks, if MPI makes a graph with other neighbours
  // or delivers messages to a rank other than the one named.
  GraphTopology(const Communicator& communicator, std::span<const int> sources,
                std::span<const int> destinations, const HangWatch& watch = {});

  const Communicator& communicator() const { return communicator_; }

 private:
  Communicator communicator_;
};

// New ranks of the processes.
struct RankOrder {
  std::vector<int> new_rank;  // [old rank]: the new rank of the process that had this old rank
  std::string fault;          // if MPI reorders wrongly, what is wrong; all then keep their ranks
};

// Lets MPI make a graph with reordering, asks it for the new ranks and the new neighbours, and verifies both.
// If either is wrong, all processes keep their ranks; the fault names the library. `links` are the links of
// all ranks, passed alike by all; `watch` as above. Collective.
RankOrder find_mpi_order(const Communicator& communicator, std::span<const RankLink> links,
                         const HangWatch& watch = {});

}  // namespace groundswell
