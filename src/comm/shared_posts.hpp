// SPDX-License-Identifier: Apache-2.0
// Processes of one node tell each other, through flags in shared memory, where values lie in it and when
// these have been taken, each pair of neighbours on its own, without barriers or messages. The posts of a
// sender to a receiver are numbered 1, 2, 3, ..; two may be open at once.
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
  std::int64_t row_bytes = 0;  // on which sender and receiver must agree
  std::int64_t n_set = 0;      // sets of rows that are read in place; 0: one packed message
  SharedRows message = {};     // where the packed message lies
  std::array<SharedRows, most_sets> sets = {};
};

class SharedPosts {
 public:
  // Sends posts to the ranks `to`, and receives those of the ranks `from`; a rank may name itself. Whether
  // memory can be shared with a rank is tested at construction. Collective; each rank in `to` must name this
  // one in its `from`, and vice versa. The destructor waits until this rank's posts have been taken (but not
  // during an exception) and then calls end().
  SharedPosts(const Communicator& communicator, std::span<const int> to, std::span<const int> from);
  ~SharedPosts();
  SharedPosts(SharedPosts&&) noexcept;

  // Whether memory is shared with the rank of this entry of `to` or `from`. The functions below, which also
  // take indices of entries, are for such ranks only.
  bool reaches(int to) const;
  bool sees(int from) const;

  // Ends this rank's part at once: receivers waiting for posts are notified, and senders stop waiting.
  void end();

  // The sender's side. A post may be written once post `number` - 2 has been taken.
  void post(int to, std::int64_t number, const SharedPost& post);
  bool was_taken(int to, std::int64_t number) const;

  // The receiver's side.
  bool has(int from, std::int64_t number) const;
  // Throws Error if the sender has ended.
  const SharedPost& read(int from, std::int64_t number) const;
  void take(int from, std::int64_t number);
  // Another process's memory, mapped when it is first seen; the latest 24 of each sender stay mapped.
  const std::byte* find(int from, const SharedMemoryName& memory);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace groundswell
