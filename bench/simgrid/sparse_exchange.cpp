// SPDX-License-Identifier: Apache-2.0
// Replaces src/comm/sparse_exchange.cpp: SimGrid 3.32 has no MPI_Improbe. All simulated processes are threads
// of one program that run one at a time: the messages of the set-up, which is not timed, are passed through
// shared memory.
#include "comm/sparse_exchange.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "bench/simgrid/traffic_count.hpp"

namespace groundswell {

TrafficCount& exchanged_by(int rank) {
  static std::map<int, TrafficCount> counts;
  return counts[rank];
}

std::vector<RankMessage> SparseExchange::exchange(const std::vector<RankMessage>& messages) {
  static std::map<int, std::vector<RankMessage>> coming;  // by receiver
  const int me = communicator_.rank();
  for (const RankMessage& message : messages) {
    if (message.values.empty()) continue;
    coming[message.rank].push_back({me, message.values});
    ++exchanged_by(me).messages;
    exchanged_by(me).bytes += std::int64_t(message.values.size() * sizeof(std::int64_t));
  }
  communicator_.barrier();
  std::vector<RankMessage> received = std::exchange(coming[me], {});
  std::ranges::sort(received, {}, &RankMessage::rank);
  communicator_.barrier();
  return received;
}

}  // namespace groundswell
