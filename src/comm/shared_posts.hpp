// SPDX-License-Identifier: Apache-2.0
// Neighbours on one node exchange values through shared memory without barriers or messages, each pair
// independently of the others: the sender posts where the values lie, and the receiver sets a flag when it
// has taken them. The posts of a sender to a receiver are numbered 1, 2, 3, ...; at most two may be open,
// that is, posted but not yet taken.
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

  // Whether memory is shared with a rank. All functions name ranks by their index in the constructor's list
  // `to` or `from`; those below may be called only for ranks with which memory is shared.
  bool reaches(int to) const;
  bool sees(int from) const;

  // Ends this rank's participation immediately: receivers waiting for its posts are notified, and senders
  // stop waiting for it.
  void end();

  // The sender's side. A post may be written once post `number` - 2 has been taken.
  void post(int to, std::int64_t number, const SharedPost& post);
  bool was_taken(int to, std::int64_t number) const;

  // The receiver's side. has() is also true if the sender has ended its participation.
  bool has(int from, std::int64_t number) const;
  // Throws Error if the sender has ended its participation without this post.
  const SharedPost& read(int from, std::int64_t number) const;
  void take(int from, std::int64_t number);
  // The contents of another process's memory, which is mapped on first use; for each sender, the 24 most
  // recently mapped memories stay mapped.
  const std::byte* find(int from, const SharedMemoryName& memory);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace groundswell
