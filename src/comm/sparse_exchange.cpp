// SPDX-License-Identifier: Apache-2.0
// Synchronous sends complete only when received; a rank whose sends are complete enters a non-blocking
// reduction, of the length of the longest message; when it completes, every message of every rank has been
// received.
#include "comm/sparse_exchange.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {
namespace {

// Receives one message, if one has arrived.
void receive_if_any(MPI_Comm handle, int tag, std::vector<RankMessage>& received) {
  int there = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  check_mpi(MPI_Improbe(MPI_ANY_SOURCE, tag, handle, &there, &message, &status), "MPI_Improbe");
  if (!there) return;
  int count = 0;
  check_mpi(MPI_Get_count(&status, MPI_INT64_T, &count), "MPI_Get_count");
  RankMessage& next = received.emplace_back();
  next.rank = status.MPI_SOURCE;
  next.values.resize(std::size_t(count));
  check_mpi(MPI_Mrecv(next.values.data(), count, MPI_INT64_T, &message, MPI_STATUS_IGNORE), "MPI_Mrecv");
}

}  // namespace

std::vector<RankMessage> exchange_sparse(const Communicator& communicator,
                                         const std::vector<RankMessage>& messages) {
  // A separate communicator, so that receiving from any source cannot catch other messages.
  const Communicator own = communicator.duplicate();
  return SparseExchange(own).exchange(messages);
}

// A rank may begin the next exchange while another has not yet noticed the end of this one, but cannot finish
// the next one before the other has joined it. So two tags, used in turn, keep the exchanges apart.
std::vector<RankMessage> SparseExchange::exchange(const std::vector<RankMessage>& messages) {
  const MPI_Comm handle = communicator_.handle();
  const int tag = first_tag + n_exchange_++ % n_tag;
  std::vector<MPI_Request> sends(messages.size(), MPI_REQUEST_NULL);
  std::int64_t longest = 0, longest_of_all = 0;
  for (const RankMessage& each : messages) longest = std::max(longest, std::int64_t(each.values.size()));
  for (std::size_t i = 0; i < messages.size() && longest <= most_numbers_; ++i) {
    const auto& [rank, values] = messages[i];
    check_mpi(MPI_Issend(values.data(), int(values.size()), MPI_INT64_T, rank, tag, handle, &sends[i]),
              "MPI_Issend");
  }
  std::vector<RankMessage> received;
  MPI_Request all_entered = MPI_REQUEST_NULL;
  for (int everyone_done = 0, entered = 0; !everyone_done;) {
    receive_if_any(handle, tag, received);
    if (entered) {
      check_mpi(MPI_Test(&all_entered, &everyone_done, MPI_STATUS_IGNORE), "MPI_Test");
      continue;
    }
    check_mpi(MPI_Testall(int(sends.size()), sends.data(), &entered, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (entered)
      check_mpi(MPI_Iallreduce(&longest, &longest_of_all, 1, MPI_INT64_T, MPI_MAX, handle, &all_entered),
                "MPI_Iallreduce");
  }
  require(longest_of_all <= most_numbers_, "a rank has a message of ", longest_of_all,
          " numbers to another, beyond the ", most_numbers_, " that MPI can send at once; use more ranks");
  std::ranges::sort(received, {}, &RankMessage::rank);
  return received;
}

}  // namespace groundswell
