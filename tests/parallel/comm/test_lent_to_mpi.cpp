// SPDX-License-Identifier: Apache-2.0
// What MPI may still use is left to it, and only that: values count how many of them have been freed, and a
// message that comes later still finds the memory of its receive.
#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "comm/lent_to_mpi.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

int n_freed = 0;

struct Counted {
  Counted() { n_freed = 0; }
  explicit Counted(double first) : value(first) { n_freed = 0; }
  ~Counted() { ++n_freed; }
  double value = 0.0;
};

std::span<double> values_of(const LentToMpi<Counted>& lent) {
  return {&lent->value, 1};
}

int right() {
  return (world().rank() + 1) % world().size();
}
int left() {
  return (world().rank() + world().size() - 1) % world().size();
}

// Receives from the rank on the left, which has not sent anything.
LentToMpi<Counted> receive_too_early(const Communicator& communicator) {
  LentToMpi<Counted> lent(-1.0);
  lent.add(communicator.start_receive(values_of(lent), left(), 3));
  return lent;
}

// Sends to the rank on the right what it waits for in memory that it has left.
void expect_to_come_at(const double* at, const Communicator& communicator) {
  EXPECT_EQ(n_freed, 0);
  EXPECT_EQ(*at, -1.0);
  communicator.barrier();
  const double sent = 40.0 + world().rank();
  communicator.send(std::span<const double>(&sent, 1), right(), 3);
  const Stopwatch stopwatch;
  const volatile double* const seen = at;  // MPI writes to it
  while (*seen == -1.0 && stopwatch.seconds() < 20.0) communicator.let_messages_go_on();
  EXPECT_EQ(*seen, 40.0 + left());
}

TEST(lent_to_mpi, is_freed_when_its_messages_are_complete) {
  {
    LentToMpi<Counted> sent(5.0 + world().rank()), received;
    received.add(world().start_receive(values_of(received), left(), 0));
    EXPECT_TRUE(received.pending());
    sent.add(world().start_send(std::span<const double>(values_of(sent)), right(), 0));
    while (!received.test()) {
    }
    EXPECT_EQ(received->value, 5.0 + left());
    sent.wait();
    EXPECT_FALSE(sent.pending());
    EXPECT_FALSE(received.pending());
    EXPECT_EQ(n_freed, 0);
  }
  EXPECT_EQ(n_freed, 2);
}

TEST(lent_to_mpi, the_end_looks_once_more) {
  {
    const LentToMpi<Counted> unused;
    LentToMpi<Counted> sent(1.0);
    double received = 0.0;
    Request receive = world().start_receive(std::span(&received, 1), world().rank(), 1);
    sent.add(world().start_send(std::span<const double>(values_of(sent)), world().rank(), 1));
    receive.wait();  // so the send, of which nobody has asked, is complete
    EXPECT_TRUE(sent.pending());
  }
  EXPECT_EQ(n_freed, 2);
}

TEST(lent_to_mpi, what_has_not_come_is_left_and_may_come_later) {
  Communicator communicator = world().duplicate();
  const double* at = nullptr;
  {
    const LentToMpi<Counted> lent = receive_too_early(communicator);
    at = &lent->value;
  }
  expect_to_come_at(at, communicator);
  communicator.abandon();
}

TEST(lent_to_mpi, is_left_in_an_exception) {
  Communicator communicator = world().duplicate();
  const double* at = nullptr;
  EXPECT_THROW(
      {
        const LentToMpi<Counted> lent = receive_too_early(communicator);
        at = &lent->value;
        throw Error("an error");
      },
      Error);
  expect_to_come_at(at, communicator);
  communicator.abandon();
}

TEST(lent_to_mpi, moves_without_its_value) {
  Communicator communicator = world().duplicate();
  std::optional<LentToMpi<Counted>> first = receive_too_early(communicator);
  const double* const at = &(*first)->value;
  LentToMpi<Counted> second = std::move(*first);
  first.reset();
  EXPECT_EQ(&second->value, at);
  EXPECT_TRUE(second.pending());
  second = LentToMpi<Counted>(8.0);  // leaves the value whose message has not come
  EXPECT_EQ(n_freed, 0);
  EXPECT_FALSE(second.pending());
  second = LentToMpi<Counted>(9.0);  // frees the one that MPI never had
  EXPECT_EQ(n_freed, 1);
  EXPECT_EQ(second->value, 9.0);
  n_freed = 0;
  expect_to_come_at(at, communicator);
  communicator.abandon();
}

TEST(lent_to_mpi, is_left_when_told_so) {
  LentToMpi<Counted> lent(2.0);
  const double* const at = &lent->value;
  lent.abandon();
  EXPECT_FALSE(lent.pending());
  lent = LentToMpi<Counted>(3.0);
  EXPECT_EQ(n_freed, 0);
  EXPECT_EQ(*at, 2.0);
}

TEST(lent_to_mpi, does_not_wait_for_a_collective_that_others_have_not_joined) {
  Communicator communicator = world().duplicate();
  const bool comes_late = world().rank() == world().size() - 1;
  const double* at = nullptr;
  const auto join = [&] {
    LentToMpi<Counted> lent(-1.0 - world().rank());
    at = &lent->value;
    lent.add(communicator.start_max_in_place(values_of(lent)));
    if (comes_late) lent.wait();
  };
  if (!comes_late) join();
  world().barrier();
  if (comes_late) join();
  EXPECT_EQ(n_freed, comes_late ? 1 : 0);
  world().barrier();
  communicator.abandon();
}

// MPI tells of each communicator that is freed.
int count_freed(MPI_Comm, int, void* n, void*) {
  ++*static_cast<int*>(n);
  return MPI_SUCCESS;
}

TEST(communicator, is_usable_but_never_freed_once_it_is_abandoned) {
  static int n = 0;  // MPI has its address
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, count_freed, &key, nullptr);
  {
    const Communicator kept = world().duplicate();
    MPI_Comm_set_attr(kept.handle(), key, &n);
  }
  EXPECT_EQ(n, 1);
  {
    Communicator left = world().duplicate();
    MPI_Comm_set_attr(left.handle(), key, &n);
    left.abandon();
    Communicator moved = std::move(left), assigned = Communicator::self();
    assigned = std::move(moved);
    EXPECT_EQ(assigned.sum(1), world().size());
  }
  EXPECT_EQ(n, 1);
}

}  // namespace
}  // namespace groundswell
