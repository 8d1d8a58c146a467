// SPDX-License-Identifier: Apache-2.0
// The messages that come to this rank, one or more from each sender, in one piece of memory, which the next
// ones use again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/byte_buffer.hpp"
#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"

namespace groundswell {

class PacketPlan;

// A message that `rank` will send; none comes if it has no bytes.
struct ExpectedMessage {
  int rank = 0, tag = 0;
  std::int64_t bytes = 0;  // at most
};

class ArrivingMessages {
 public:
  // Allocates memory for these messages or, with a plan, for those with packets of some kinds, one from each
  // sender.
  void make_room(std::vector<ExpectedMessage> expected);
  void make_room(const PacketPlan& plan, const std::vector<int>& kinds);
  // Starts to receive them.
  void start(const Communicator& communicator);
  bool test() { return memory_.test(); }
  // Calls done(i, bytes) for each message that has come since the last call.
  template <class Done>
  void test(Done&& done) {
    memory_.test([&](int request, std::int64_t bytes) { done(awaited_[std::size_t(request)], bytes); });
  }
  // Takes back receives; what cannot be taken back belongs to MPI.
  void cancel() noexcept { memory_.cancel_receives(); }
  // Gives up what has not come.
  void abandon() { memory_ = LentToMpi<ByteBuffer>(); }
  std::vector<int> missing();  // senders whose messages have not come
  const std::byte* operator[](std::size_t i) const { return memory_->data() + begins_[i]; }
  std::size_t size() const { return expected_.size(); }
  std::int64_t bytes() const { return std::int64_t(memory_->size()); }  // memory allocated

 private:
  LentToMpi<ByteBuffer> memory_;
  std::vector<ExpectedMessage> expected_;
  std::vector<std::int64_t> begins_;  // of each message
  std::vector<std::size_t> awaited_;  // messages that are not empty
};

}  // namespace groundswell
