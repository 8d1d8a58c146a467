// SPDX-License-Identifier: Apache-2.0
// Messages there and answers back between two processes, until a deadline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.hpp"
#include "comm/communicator.hpp"

namespace groundswell {

struct PingSettings {
  std::int64_t bytes = 8, answer_bytes = 8;  // of a message and of the answer to it
  int repetitions = 20;
  bool until_time = false;  // on and on, to load the network, however many repetitions that makes
  double seconds = 1.0;     // both ways together; a message is sent at least once each way
  double answer_seconds = 10.0;
};

// The partner did not answer in time.
class SilentPartner : public Error {
 public:
  using Error::Error;
};

// Messages come from and go to these, where make_room() has made them long enough. After a SilentPartner MPI
// may still write to them: abandon() leaves their memory to the end of the program.
class PingBuffers {
 public:
  void make_room(std::int64_t bytes);
  void abandon();
  std::vector<std::byte>& sent() { return sent_; }
  std::vector<std::byte>& received() { return received_; }

 private:
  std::vector<std::byte> sent_, received_;
};

// Both partners call it with the same settings; one of them is the first. The buffers have room for messages
// and answers. Returns how long my messages took [s], each with its answer. Throws SilentPartner.
std::vector<double> ping(const Communicator& communicator, int partner, bool is_first,
                         const PingSettings& settings, PingBuffers& buffers);

}  // namespace groundswell
