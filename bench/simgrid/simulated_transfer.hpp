// SPDX-License-Identifier: Apache-2.0
// Carries out the library's plans for a transfer on a simulated cluster, for any choice of links: the same
// calls of MPI_Irecv and MPI_Isend in the same stages, but without values. A message costs its network time
// and, on the processor, the overhead per message in the platform file and the time to copy its bytes: once
// to pack it and, if it contains rows for the receiver itself, once to unpack it.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/simgrid/plan_replay.hpp"
#include "bench/simgrid/traffic_count.hpp"
#include "bench/transfer/case_result.hpp"
#include "transfer/cell_pairs.hpp"
#include "transfer/transfer_plan.hpp"

namespace groundswell {

class SimulatedTransfer {
 public:
  // `wire_bytes`: how many bytes a message occupies on the node's link beyond its own: the link's bandwidth
  // divided by the number of messages per second that the network card can handle. Collective.
  SimulatedTransfer(const Communicator& world, const TransferCase& which, std::size_t wire_bytes);

  int n_inner_link() const { return route_.n_inner_link(); }
  // Time [s] of a transfer on the slowest process; `links` has a '0' or '1' per inner link. Collective.
  double time_of(const std::string& links);
  // This process's part in transfers with these links.
  PlanReplay replay_of(const std::string& links) const;
  // Messages and bytes of a transfer. Collective.
  std::pair<Spread, Spread> traffic(const std::string& links) const;
  // The most messages and the most bytes that a process sends to make the plan of point-to-point transfer
  // alone, and to make the plans for all choices of links.
  const TrafficCount& p2p_set_up() const { return p2p_set_up_; }
  const TrafficCount& set_up() const { return set_up_; }

 private:
  bool is_source() const { return world_.rank() < which_.n_source; }
  TransferPlan plan_of(const std::string& links) const;
  std::size_t bytes_of(std::int64_t n_row) const;
  TrafficCount set_up_so_far() const;

  const Communicator& world_;
  TransferCase which_;
  std::size_t row_bytes_, wire_bytes_;
  Decomposition cells_;
  SparseExchange exchange_{world_};
  CellPairs pairs_;
  TrafficCount p2p_set_up_;
  Route route_;
  TrafficCount set_up_;
  std::map<std::string, double> seconds_;
};

struct MethodLinks {
  std::string method, links;
};
// The links of the methods p2p, butterfly, adaptive and published_greedy. Collective.
std::vector<MethodLinks> find_links(SimulatedTransfer& transfer);

// Waits for a time at which all ranks begin together, and returns it [s]. Collective.
double begin_together(const Communicator& world);

// Times single messages from the first process (a source) to the last (a target). Collective.
std::vector<MessageTime> time_single_messages(const Communicator& world, std::size_t wire_bytes);

}  // namespace groundswell
