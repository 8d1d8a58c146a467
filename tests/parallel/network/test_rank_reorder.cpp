// SPDX-License-Identifier: Apache-2.0
// Reordering of ranks: every method yields a permutation, and any permutation can be applied. Detection of
// wrong MPI libraries is tested in tests/python/program/test_wrong_mpi.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "network/rank_reorder.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;
using test::world;

// A ring of all ranks.
std::vector<RankLink> ring_links() {
  std::vector<RankLink> links;
  const int n = world().size();
  for (int rank = 0; rank < n; ++rank)
    if (n > 1) links.push_back({rank, (rank + 1) % n, 3});
  return links;
}

TEST(reorder_ranks, gives_every_process_a_rank_by_every_name) {
  const int n = world().size(), me = world().rank();
  std::vector<int> in_turn;
  for (int rank = 0; rank < n; ++rank) in_turn.push_back(rank % 2);
  for (const std::string& name : reorder_names()) {
    const Reordering made = reorder_ranks(world(), name, {ring_links(), in_turn});
    EXPECT_EQ(made.warning, "") << name;
    EXPECT_EQ(made.communicator.size(), n);
    EXPECT_EQ(made.communicator.rank(), made.new_rank[std::size_t(me)]) << name;
    std::vector<int> old_ranks = made.communicator.all_gather(me);
    EXPECT_EQ(old_ranks[std::size_t(made.communicator.rank())], me);
    std::ranges::sort(old_ranks);
    for (int rank = 0; rank < n; ++rank) EXPECT_EQ(old_ranks[std::size_t(rank)], rank);
    if (name != "mpi") {
      EXPECT_EQ(made.n_moved() > 0, name != "none" && n > 3) << name << " " << n;
    }
  }
  expect_words(message_of([] { reorder_ranks(world(), "node", {}); }),
               {"'node'", "none, mpi, nodes, scotch"});
}

TEST(permute_ranks, applies_any_permutation) {
  const int n = world().size(), me = world().rank();
  std::vector<int> numbers(std::size_t(n), 0);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::mt19937 random(3);
  for (int turn = 0; turn < 5; ++turn) {
    std::shuffle(numbers.begin(), numbers.end(), random);
    const Communicator permuted = permute_ranks(world(), numbers);
    EXPECT_EQ(permuted.rank(), numbers[std::size_t(me)]);
    EXPECT_EQ(permuted.all_gather(me)[std::size_t(numbers[std::size_t(me)])], me);
  }
}

TEST(permute_ranks, refuses_what_is_no_permutation_on_all_ranks) {
  const int n = world().size();
  std::vector<int> numbers(std::size_t(n), 0);
  if (n > 1) expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"not each rank once"});
  numbers.push_back(n);
  expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"not each rank once"});
  numbers.assign(std::size_t(n), n);
  expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"not each rank once"});
  if (n == 1) return;
  std::iota(numbers.begin(), numbers.end(), 0);  // each rank passes a different permutation
  std::ranges::rotate(numbers, numbers.begin() + world().rank());
  expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"differ from those of the first"});
}

}  // namespace
}  // namespace groundswell
