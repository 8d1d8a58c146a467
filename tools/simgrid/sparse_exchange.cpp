// SPDX-License-Identifier: Apache-2.0
// Stands in for src/comm/sparse_exchange.cpp: SimGrid 3.32 has no MPI_Improbe. All ranks tell all how much is
// to come, which the library must not do, but this part is not timed.
#include "comm/sparse_exchange.hpp"

namespace groundswell {

std::vector<RankMessage> SparseExchange::exchange(const std::vector<RankMessage>& messages) {
  const std::size_t n_rank = std::size_t(communicator_.size());
  std::vector<std::int64_t> sent(n_rank, 0), coming(n_rank, 0);
  for (const RankMessage& message : messages)
    sent[std::size_t(message.rank)] = std::int64_t(message.values.size());
  MPI_Alltoall(sent.data(), 1, MPI_INT64_T, coming.data(), 1, MPI_INT64_T, communicator_.handle());
  std::vector<RankMessage> received;
  for (std::size_t rank = 0; rank < n_rank; ++rank)
    if (coming[rank] > 0)
      received.push_back({int(rank), std::vector<std::int64_t>(std::size_t(coming[rank]))});
  std::vector<Request> requests;
  for (RankMessage& message : received)
    requests.push_back(communicator_.start_receive(std::span(message.values), message.rank, first_tag));
  for (const RankMessage& message : messages)
    if (!message.values.empty())
      requests.push_back(communicator_.start_send(std::span(message.values), message.rank, first_tag));
  Request::wait_all(requests);
  return received;
}

}  // namespace groundswell
