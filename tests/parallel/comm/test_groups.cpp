// SPDX-License-Identifier: Apache-2.0
// Groups of ranks: roles, neighbour graphs, unexpected messages.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/graph_exchange.hpp"
#include "comm/graph_topology.hpp"
#include "comm/mpi_session.hpp"
#include "comm/rank_roles.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::world;

TEST(rank_roles, all_ranks_compute_unless_servers_are_requested) {
  const RankRoles roles(world());
  EXPECT_EQ(roles.role(), RankRole::compute);
  EXPECT_EQ(roles.mine().size(), world().size());
  EXPECT_EQ(roles.mine().rank(), world().rank());
  EXPECT_EQ(roles.world().size(), world().size());
}

TEST(rank_roles, the_last_ranks_are_servers) {
  const int n = world().size(), n_server = n / 2;
  const RankRoles roles(world(), n_server);
  const bool server = world().rank() >= n - n_server;
  EXPECT_EQ(roles.role(), server ? RankRole::output_server : RankRole::compute);
  EXPECT_EQ(roles.mine().size(), server ? n_server : n - n_server);
  EXPECT_EQ(roles.n_compute(), n - n_server);
}

TEST(rank_roles, someone_must_compute) {
  test::expect_words(test::message_of([] { const RankRoles roles(world(), world().size()); }),
                     {"at least one rank must compute"});
}

TEST(mpi_session, leaves_a_running_mpi_alone) {
  int argc = 0;
  char** argv = nullptr;
  { const MpiSession second(argc, argv); }
  int finalized = 1;
  MPI_Finalized(&finalized);
  EXPECT_FALSE(finalized);
  EXPECT_EQ(world().sum(1), world().size());
}

TEST(together, the_first_says_what_all_throw) {
  const int last = world().size() - 1;
  std::string sentence;
  bool is_elsewhere = false;
  try {
    run_on_root(world(), last, [] { throw Error("the last is wrong"); });
  } catch (const Error& error) {
    sentence = error.what();
    is_elsewhere = is_said_elsewhere(error);
  }
  EXPECT_EQ(sentence, "the last is wrong");
  EXPECT_EQ(is_elsewhere, world().rank() > 0);
  EXPECT_FALSE(is_said_elsewhere(Error("of one rank")));
}

TEST(sparse_exchange, messages_reach_ranks_that_do_not_expect_them) {
  // Rank r writes to all ranks divisible by r + 1; ranks 2, 5, ... write to none.
  const int n = world().size(), me = world().rank();
  const auto writes = [](int from, int to) { return from % 3 != 2 && to % (from + 1) == 0; };
  const auto contents = [](int from, int to) {
    return std::vector<std::int64_t>(std::size_t(from + 2 * to), from);
  };
  for (int repetition = 0; repetition < 5; ++repetition) {
    std::vector<RankMessage> messages;
    for (int to = n - 1; to >= 0; --to)
      if (writes(me, to)) messages.push_back({to, contents(me, to)});
    const std::vector<RankMessage> received = exchange_sparse(world(), messages);
    std::size_t i = 0;
    for (int from = 0; from < n; ++from) {
      if (!writes(from, me)) continue;
      ASSERT_LT(i, received.size());
      EXPECT_EQ(received[i].rank, from);
      EXPECT_EQ(received[i].values, contents(from, me));
      ++i;
    }
    EXPECT_EQ(i, received.size());
  }
}

TEST(sparse_exchange, too_long_a_message_of_one_rank_is_refused_on_all) {
  const Communicator own = world().duplicate();
  SparseExchange exchange(own, 3);
  const int me = world().rank();
  for (const std::size_t n : {3, 4, 2}) {
    const std::vector<std::int64_t> values(me == 0 ? n : 1, me);
    std::string sentence;
    std::size_t n_received = 0;
    try {
      n_received = exchange.exchange({{(me + 1) % world().size(), values}}).size();
    } catch (const Error& error) {
      sentence = error.what();
    }
    EXPECT_EQ(n_received, n == 4 ? 0u : 1u);
    EXPECT_EQ(sentence.find("a message of 4 numbers") != std::string::npos, n == 4) << sentence;
  }
}

// A star with rank 0 at its centre; no neighbours if there is only one rank.
std::vector<int> star_neighbours() {
  std::vector<int> neighbours;
  if (world().rank() == 0)
    for (int rank = 1; rank < world().size(); ++rank) neighbours.push_back(rank);
  else
    neighbours.push_back(0);
  return neighbours;
}

TEST(graph_topology, neighbours_exchange_rows_of_any_length) {
  const std::vector<int> neighbours = star_neighbours();
  const int n = int(neighbours.size()), me = world().rank();
  const GraphTopology topology(world(), neighbours, neighbours);
  EXPECT_EQ(topology.communicator().rank(), me);
  for (const int row_bytes : {1, 3, 40}) {
    // Rank a sends a + 1 rows to each neighbour; the value of every byte is the sender's rank.
    std::vector<int> send_counts(n, me + 1), send_begins, receive_counts, receive_begins;
    int sent = 0, received = 0;
    for (int neighbour : neighbours) {
      send_begins.push_back(sent);
      receive_begins.push_back(received);
      receive_counts.push_back(neighbour + 1);
      sent += me + 1;
      received += neighbour + 1;
    }
    const std::vector<std::byte> send(std::size_t(sent * row_bytes), std::byte(me));
    std::vector<std::byte> receive(std::size_t(received * row_bytes), std::byte(255));
    CollectiveRequest request = start_exchange(topology, {.send = send.data(),
                                                          .send_counts = send_counts,
                                                          .send_begins = send_begins,
                                                          .receive = receive.data(),
                                                          .receive_counts = receive_counts,
                                                          .receive_begins = receive_begins,
                                                          .row_bytes = row_bytes});
    request.wait();
    std::size_t at = 0;
    for (int neighbour : neighbours)
      for (int i = 0; i < (neighbour + 1) * row_bytes; ++i) EXPECT_EQ(int(receive[at++]), neighbour);
  }
}

}  // namespace
}  // namespace groundswell
