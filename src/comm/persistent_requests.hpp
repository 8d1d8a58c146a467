// SPDX-License-Identifier: Apache-2.0
// Messages sent or received repeatedly between the same buffers, each set up once by MPI.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "comm/mpi_check.hpp"

namespace groundswell {

// Move-only. The communicator and the buffers must outlive it; if destroyed while messages are pending, it
// cancels receives and leaves sends to MPI.
class PersistentRequests {
 public:
  explicit PersistentRequests(const Communicator& communicator) : communicator_(&communicator) {}
  ~PersistentRequests();
  PersistentRequests(PersistentRequests&& other) noexcept;
  PersistentRequests& operator=(PersistentRequests&&) = delete;

  // Both return the message's index, counted from 0 in the order of calls.
  int add_send(std::span<const std::byte> bytes, int to, int tag);
  int add_receive(std::span<std::byte> bytes, int from, int tag);
  // Cancels the receives that are under way and drops their messages (Communicator::drop_message).
  void drop_receives();

  int size() const { return int(handles_.size()); }
  int n_under_way() const { return n_under_way_; }
  void start(int index);
  void start_all();
  // Calls done(index, bytes received) for each message that has completed since the last call; lets MPI make
  // progress.
  template <class Done>
  void test(Done&& done) {
    const int n = test_some();
    for (int i = 0; i < n; ++i) done(ended_[std::size_t(i)], received_bytes(statuses_[std::size_t(i)]));
  }

 private:
  struct Message {
    bool is_send;
    std::size_t bytes;
    int rank, tag;
  };
  bool cancel_receive(std::size_t index, const Stopwatch& since);
  int add(MPI_Request handle, const Message& message);
  int test_some();

  const Communicator* communicator_;
  std::vector<Message> messages_;
  std::vector<MPI_Request> handles_;
  std::vector<int> ended_;
  std::vector<MPI_Status> statuses_;
  int n_under_way_ = 0;
};

}  // namespace groundswell
