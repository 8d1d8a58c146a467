// SPDX-License-Identifier: Apache-2.0
// The halo of neighbours on the same node, through shared memory: the sender posts where the rows lie, the
// receiver copies them. Rows in memory from HaloExchange::allocate are read in place; others are first packed
// into shared memory. Exchanges need neither barriers nor messages.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "comm/shared_posts.hpp"
#include "halo/halo_method.hpp"

namespace groundswell {

class SharedLinks {
 public:
  // Collective.
  explicit SharedLinks(const HaloContext& context);

  // [n_neighbour]: whether this rank and the neighbour share memory; the same on both.
  const std::vector<bool>& reached() const { return reached_; }

  void start(const HaloRows& rows);
  // Copies what has been posted so far; true if everything has arrived and, if rows are read in place, all of
  // this rank's rows have been read.
  bool progress();
  void withdraw() { posts_.end(); }

 private:
  const SharedMemory* memory_of(const HaloRowSet& set) const;
  void post_in_place();
  void post_packed();
  void copy(int neighbour);
  bool lies_in_shared_memory() const;

  const HaloContext& context_;
  std::vector<std::vector<int>>
      cells_of_;  // [n_neighbour] rows of the neighbour, in the order of this rank's halo
  // Declared before the posts, so that it is destroyed after them.
  std::array<std::optional<SharedMemory>, 2> packed_;  // of even and odd exchanges
  SharedPosts posts_;
  std::vector<bool> reached_;
  const HaloRows* rows_ = nullptr;
  std::int64_t number_ = 0;                  // of the exchange, from 1
  std::vector<int> send_to_, receive_from_;  // neighbours that are reached
  std::vector<int> open_from_, open_to_;     // neighbours that are waited for
};

}  // namespace groundswell
