// SPDX-License-Identifier: Apache-2.0
// Ping-pong messages between two processes, with a deadline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"

namespace groundswell {

struct PingSettings {
  std::int64_t bytes = 8, answer_bytes = 8;  // of a message and of its answer
  int repetitions = 20;
  bool until_time = false;  // repeat until time runs out, to load the network
  double seconds = 1.0;     // both directions together; at least one message is sent each way
  double answer_seconds = 10.0;
};

// The partner did not answer in time.
class SilentPartner : public Error {
 public:
  using Error::Error;
};

// Buffers of the one message that is sent and the one that is received at a time; make_room() sets their
// size. After a SilentPartner both are still lent and must not be used for other messages.
struct PingBuffers {
  LentToMpi<std::vector<std::byte>> sent, received;
  void make_room(std::int64_t bytes);
};

// Both partners call it with the same settings; one of them is first. The buffers must have room for messages
// and answers. Returns the round-trip time [s] of each of this process's messages. Throws SilentPartner if
// the partner does not answer in time.
std::vector<double> ping(const Communicator& communicator, int partner, bool is_first,
                         const PingSettings& settings, PingBuffers& buffers);

}  // namespace groundswell
