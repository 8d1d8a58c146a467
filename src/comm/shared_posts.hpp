// SPDX-License-Identifier: Apache-2.0
// Processes of one node tell each other where values lie in shared memory, and that they have been taken, by
// flags in shared memory: from neighbour to neighbour, with no barrier and no message. The posts of a sender
// to a receiver are numbered 1, 2, 3, ..; two may be open at once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/shared_memory.hpp"

namespace groundswell {

// Rows that lie `stride` bytes apart in a shared memory.
struct SharedRows {
  SharedMemoryName memory;
  std::int64_t begin = 0, stride = 0, length = 0;  // [bytes]
};

struct SharedPost {
  static constexpr int most_sets = 8;
  std::int64_t row_bytes = 0;  // that sender and receiver must agree on
  std::int64_t n_set = 0;      // sets of rows that are read where they lie; 0: a message, packed ..
  SharedRows message = {};     // .. here
  std::array<SharedRows, most_sets> sets = {};
};

class SharedPosts {
 public:
  // Sends posts to the ranks `to`, and receives those of the ranks `from`; a rank may name itself. Whom this
  // process can see is found by trying. Collective; what one rank names, the other must name too. At its end
  // it waits until its posts were taken (but not during an exception), and ends its receivers' waiting.
  SharedPosts(const Communicator& communicator, std::span<const int> to, std::span<const int> from);
  ~SharedPosts();
  SharedPosts(SharedPosts&&) noexcept;

  // Whether the two can share memory: entries of `to` and `from`. The rest is for such pairs alone.
  bool reaches(int to) const;
  bool sees(int from) const;

  // Ends all of this rank's part at once: receivers that wait for posts are told, and senders wait no more.
  void end();

  // The sender's side. A post may be written once number - 2 was taken.
  void post(int to, std::int64_t number, const SharedPost& post);
  bool was_taken(int to, std::int64_t number) const;

  // The receiver's side.
  bool has(int from, std::int64_t number) const;
  // Throws Error where the sender has ended.
  const SharedPost& read(int from, std::int64_t number) const;
  void take(int from, std::int64_t number);
  // Another process's memory, mapped when it is first seen; the latest 24 of each sender stay mapped.
  const std::byte* find(int from, const SharedMemoryName& memory);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace groundswell
