// SPDX-License-Identifier: Apache-2.0
// Communicators: the results of operations are compared with what each rank can compute alone, and MPI's
// errors become messages.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/mpi_check.hpp"
#include "comm/together.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::message_of;
using test::world;

TEST(communicator, reduces_over_all_ranks) {
  const int n = world().size(), me = world().rank();
  EXPECT_EQ(world().sum(me + 1), n * (n + 1) / 2);
  EXPECT_EQ(world().sum(std::int64_t(me + 1) << 40), (std::int64_t(n) * (n + 1) / 2) << 40);
  EXPECT_EQ(world().min(10.5 - me), 10.5 - (n - 1));
  EXPECT_EQ(world().max(float(me)), float(n - 1));
  EXPECT_TRUE(world().any(me == n - 1));
  EXPECT_EQ(world().all(me == 0), n == 1);
  std::vector<std::int64_t> values{me, 1, -me};
  world().sum_in_place(values);
  EXPECT_EQ(values, (std::vector<std::int64_t>{n * (n - 1) / 2, n, -n * (n - 1) / 2}));
}

TEST(communicator, broadcasts_from_any_root) {
  for (int root = 0; root < world().size(); ++root) {
    const bool mine = world().rank() == root;
    std::string sentence = mine ? text("of rank ", root) : "something longer to be overwritten";
    std::vector<double> values = mine ? std::vector<double>{1.0, 2.5, double(root)} : std::vector<double>{};
    int number = mine ? root : -1;
    world().broadcast(sentence, root);
    world().broadcast(values, root);
    world().broadcast(number, root);
    EXPECT_EQ(sentence, text("of rank ", root));
    EXPECT_EQ(values, (std::vector<double>{1.0, 2.5, double(root)}));
    EXPECT_EQ(number, root);
  }
}

TEST(communicator, gives_every_rank_its_part) {
  const int n = world().size();
  std::vector<int> mine, expected, found(std::size_t(2 * n), -1);
  for (int other = 0; other < n; ++other)
    for (int i = 0; i < 2; ++i) {
      mine.push_back(1000 * world().rank() + 10 * other + i);
      expected.push_back(1000 * other + 10 * world().rank() + i);
    }
  world().all_to_all(std::span<const int>(mine), std::span(found));
  EXPECT_EQ(found, expected);
  EXPECT_THROW(world().all_to_all(std::span<const int>(mine), std::span(found).first(1)), Error);
  if (n == 1) return;
  // The bytes of one value could be shared out to 2, 4 or 8 ranks.
  const double value = 1.0;
  double part = 0.0;
  EXPECT_THROW(world().all_to_all(std::span(&value, 1), std::span(&part, 1)), Error);
}

TEST(communicator, gathers_unequal_lengths_in_rank_order) {
  const int me = world().rank();
  const std::vector<int> mine(std::size_t(me), 100 + me);  // rank 0 contributes none
  std::vector<int> expected;
  for (int rank = 0; rank < world().size(); ++rank)
    expected.insert(expected.end(), std::size_t(rank), 100 + rank);
  const int root = world().size() - 1;
  const std::vector<int> at_root = world().gather(std::span<const int>(mine), root);
  EXPECT_EQ(at_root, me == root ? expected : std::vector<int>{});
  EXPECT_EQ(world().all_gather(std::span<const int>(mine)), expected);
  std::vector<int> ranks(std::size_t(world().size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  EXPECT_EQ(world().all_gather(me), ranks);
}

TEST(communicator, splits_by_colour_and_key) {
  const int me = world().rank(), n = world().size();
  const Communicator part = world().split(me % 2, -me);  // ranks in reverse order
  EXPECT_EQ(part.size(), me % 2 == 0 ? (n + 1) / 2 : n / 2);
  const std::vector<int> members = part.all_gather(me);
  EXPECT_EQ(members[std::size_t(part.rank())], me);
  EXPECT_TRUE(std::ranges::is_sorted(members, std::greater<>()));
  for (int member : members) EXPECT_EQ(member % 2, me % 2);
  EXPECT_EQ(Communicator::self().size(), 1);
}

TEST(communicator, messages_of_two_communicators_do_not_mix) {
  const Communicator other = world().duplicate();
  const int to = (world().rank() + 1) % world().size();
  const int from = (world().rank() + world().size() - 1) % world().size();
  const std::vector<int> first(3, 1), second(3, 2);
  std::vector<int> a(3), b(3);
  Request send_first = world().start_send(std::span<const int>(first), to, 7);
  Request send_second = other.start_send(std::span<const int>(second), to, 7);
  other.receive(std::span<int>(b), from, 7);  // the later message is received first
  world().receive(std::span<int>(a), from, 7);
  send_first.wait();
  send_second.wait();
  EXPECT_EQ(a, first);
  EXPECT_EQ(b, second);
}

TEST(communicator, finds_any_message_that_came_and_says_how_long_it_is) {
  const int n = world().size(), me = world().rank();
  std::vector<std::vector<int>> sent(n), received(n, std::vector<int>(100));
  std::vector<Request> sends(n), receives(n);
  for (int rank = 0; rank < n; ++rank) {
    receives[rank] = world().start_receive(std::span<int>(received[rank]), rank, 0);
    sent[rank].assign(std::size_t(me) + 1, rank);
    sends[rank] = world().start_send(std::span<const int>(sent[rank]), rank, 0);
  }
  for (int i = 0; i < n; ++i) {
    std::int64_t bytes = 0;
    int from = Request::none_completed;
    while (from == Request::none_completed) from = Request::test_any(receives, &bytes);
    ASSERT_GE(from, 0);
    EXPECT_EQ(bytes, std::int64_t(sizeof(int)) * (from + 1));
    for (int k = 0; k <= from; ++k) EXPECT_EQ(received[from][k], me);
  }
  EXPECT_EQ(Request::test_any(receives), Request::none_pending);
  Request::wait_all(sends);
  for (const Request& send : sends) EXPECT_FALSE(send.pending());
}

TEST(communicator, large_counts_are_sent_as_blocks_and_a_remainder) {
  // The code path for more than 1 GiB, tested with blocks of 16 bytes.
  std::vector<unsigned char> sent(16 * 7 + 5), received(sent.size() + 3, 255);
  std::iota(sent.begin(), sent.end(), static_cast<unsigned char>(0));
  const ByteCount count(std::int64_t(sent.size()), 16);
  EXPECT_EQ(count.count(), 1);
  MPI_Status status;
  const int me = world().rank();
  check_mpi(MPI_Sendrecv(sent.data(), count.count(), count.type(), me, 0, received.data(),
                         int(received.size()), MPI_BYTE, me, 0, world().handle(), &status),
            "MPI_Sendrecv");
  int n_byte = 0;
  MPI_Get_count(&status, MPI_BYTE, &n_byte);
  EXPECT_EQ(n_byte, int(sent.size()));
  EXPECT_TRUE(std::equal(sent.begin(), sent.end(), received.begin()));
  EXPECT_EQ(received[sent.size()], 255);
  EXPECT_EQ(ByteCount(1 << 20).type(), MPI_BYTE);
}

TEST(communicator, errors_of_mpi_become_messages) {
  const std::vector<int> values(1);
  const std::string wrong_rank =
      message_of([&] { world().send(std::span<const int>(values), world().size() + 3, 0); });
  EXPECT_NE(wrong_rank.find("MPI_Send failed"), std::string::npos) << wrong_rank;
  EXPECT_NE(wrong_rank.find("rank"), std::string::npos) << wrong_rank;
  const std::string wrong_root = message_of([&] {
    int value = 0;
    world().broadcast(value, -5);
  });
  EXPECT_NE(wrong_root.find("MPI_Bcast failed"), std::string::npos) << wrong_root;
}

TEST(communicator, a_message_of_another_length_is_refused) {
  const int me = world().rank();
  const std::vector<int> sent(2);
  Request send = world().start_send(std::span<const int>(sent), me, 3);
  std::vector<int> received(5);
  const std::string sentence = message_of([&] { world().receive(std::span<int>(received), me, 3); });
  EXPECT_NE(sentence.find("expected 20 bytes from rank"), std::string::npos) << sentence;
  send.wait();
  Request long_send = world().start_send(std::span<const int>(received), me, 4);
  std::vector<int> too_short(2);
  const std::string truncated = message_of([&] { world().receive(std::span<int>(too_short), me, 4); });
  EXPECT_NE(truncated.find("truncated"), std::string::npos) << truncated;
  long_send.wait();
}

TEST(together, an_error_of_one_rank_is_thrown_on_all) {
  const int culprit = world().size() / 2;
  const std::string sentence = message_of([&] {
    run_together(world(),
                 [&] { require(world().rank() < culprit, "rank ", world().rank(), " cannot read"); });
  });
  EXPECT_EQ(sentence, text("rank ", culprit, " cannot read"));
  EXPECT_EQ(message_of([&] { run_together(world(), [] {}); }), "");
  int n_call = 0;
  EXPECT_EQ(message_of([&] {
              run_on_root(world(), culprit, [&] {
                ++n_call;
                throw std::runtime_error("no such file");
              });
            }),
            "no such file");
  EXPECT_EQ(n_call, world().rank() == culprit ? 1 : 0);
}

TEST(together, an_error_that_others_report_is_reported_by_none) {
  const auto is_reported_by_one = [](bool is_first) {
    try {
      run_together(world(), [&] { throw CommonError("the ocean has ended", is_first); });
    } catch (const CommonError& error) {
      return world().any(error.is_first());
    }
    return false;
  };
  EXPECT_FALSE(is_reported_by_one(false));
  EXPECT_TRUE(is_reported_by_one(world().rank() == world().size() - 1));
}

}  // namespace
}  // namespace groundswell
