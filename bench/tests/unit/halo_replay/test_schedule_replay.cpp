// SPDX-License-Identifier: Apache-2.0
// The replay compared with cases solved by hand. A byte takes a nanosecond on the link of a node.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "bench/halo_replay/schedule_replay.hpp"

namespace groundswell {
namespace {

constexpr double us = 1e-6, byte = 1e-9;   // [s]
constexpr std::int64_t size = 100 * 4096;  // bytes of a message: 100 chunks of 4096
constexpr double chunk = 4096 * byte, whole = size * byte;

ClusterModel slow_cluster() {
  ClusterModel cluster;
  cluster.cores = 2;
  cluster.node_bandwidth = 1e9;
  cluster.latency = 2 * us;
  cluster.flag_latency = 0.5 * us;
  cluster.eager_bytes = 1000;
  return cluster;
}

// The schedules of several ranks, two on each node; replay() returns the time at which each rank finishes
// [s].
class Schedules {
 public:
  explicit Schedules(int n_rank) : schedules_(std::size_t(n_rank)) {
    for (int rank = 0; rank < n_rank; ++rank) nodes_.push_back(rank / 2);
  }
  RankSchedule& operator[](int rank) { return schedules_[std::size_t(rank)]; }
  // `from` starts to send a message and does not wait; `to` receives the message and waits for it.
  void deliver(int from, int to, std::int64_t bytes = size) {
    (*this)[from].start_send(to, bytes, 0);
    (*this)[to].wait((*this)[to].post_receive(from, bytes, 0));
  }
  std::vector<double> replay(const std::vector<double>& begin = {}) const {
    return replay_schedules(slow_cluster(), nodes_, schedules_, begin);
  }

 private:
  std::vector<int> nodes_;
  std::vector<RankSchedule> schedules_;
};

TEST(ScheduleReplay, AMessageBetweenNodesTakesLatencyAndBytes) {
  Schedules s(4);
  s[0].work(3 * us);
  s[0].wait(s[0].start_send(2, size + 1, 0));  // the last chunk has a single byte
  s[2].wait(s[2].post_receive(0, size + 1, 0));
  s[2].work(7 * us);
  const std::vector<double> done = s.replay();
  EXPECT_NEAR(done[0], 3 * us + 2 * us + whole + byte, 1e-12);
  EXPECT_NEAR(done[2], 3 * us + 2 * us + whole + byte + 7 * us, 1e-12);
  EXPECT_EQ(done[1], 0.0);
}

TEST(ScheduleReplay, AMessageWithinANodeTakesALatency) {
  Schedules s(2);
  s.deliver(0, 1);
  EXPECT_NEAR(s.replay()[1], 0.5 * us, 1e-15);
}

TEST(ScheduleReplay, MessagesThatLeaveANodeShareItsLink) {
  Schedules s(6);
  s.deliver(0, 2);
  s.deliver(1, 4);
  const std::vector<double> done = s.replay();
  EXPECT_NEAR(std::min(done[2], done[4]), 2 * us + 2 * whole - chunk, 1e-12);
  EXPECT_NEAR(std::max(done[2], done[4]), 2 * us + 2 * whole, 1e-12);
}

TEST(ScheduleReplay, MessagesThatArriveAtANodeShareItsLink) {
  Schedules s(6);
  s.deliver(2, 0);
  s.deliver(4, 1);
  const std::vector<double> done = s.replay();
  EXPECT_NEAR(std::min(done[0], done[1]), 2 * us + 2 * whole - chunk, 1e-12);
  EXPECT_NEAR(std::max(done[0], done[1]), 2 * us + 2 * whole, 1e-12);
}

TEST(ScheduleReplay, AShortMessageDoesNotWaitForALongOne) {
  Schedules s(6);
  s.deliver(0, 2);
  s.deliver(1, 4, 4096);
  const std::vector<double> done = s.replay();
  EXPECT_LE(done[4], 2 * us + 2 * chunk + 1e-12);
  EXPECT_NEAR(done[2], 2 * us + whole + chunk, 1e-12);
}

TEST(ScheduleReplay, BothWaysOfALinkAndOtherNodesDoNotDisturbEachOther) {
  Schedules s(8);
  s.deliver(0, 2);
  s.deliver(3, 1);
  s.deliver(4, 6);
  for (const int rank : {1, 2, 6}) EXPECT_NEAR(s.replay()[std::size_t(rank)], 2 * us + whole, 1e-12);
}

TEST(ScheduleReplay, ALongMessageWaitsForItsReceiveAndAShortOneDoesNot) {
  for (const std::int64_t bytes : {size, std::int64_t(1000)}) {
    Schedules s(4);
    s[0].send(2, bytes, 0);
    s[2].work(5000 * us);
    s[2].wait(s[2].post_receive(0, bytes, 0));
    const std::vector<double> done = s.replay();
    EXPECT_NEAR(done[0], bytes == size ? 5000 * us + 2 * us + whole : 0.0, 1e-12);
    EXPECT_NEAR(done[2], bytes == size ? 5000 * us + 2 * us + whole : 5000 * us, 1e-12);
  }
}

TEST(ScheduleReplay, BlockingSendsAddUpAndOthersDoNot) {
  Schedules blocking(6), together(6);
  for (const int to : {2, 4}) {
    blocking[0].send(to, size, 0);
    blocking[to].wait(blocking[to].post_receive(0, size, 0));
    together.deliver(0, to);
  }
  EXPECT_NEAR(blocking.replay()[0], 2 * (2 * us + whole), 1e-12);
  EXPECT_NEAR(blocking.replay()[2], 2 * us + whole, 1e-12);
  EXPECT_NEAR(together.replay()[4], 2 * us + 2 * whole, 1e-12);
}

TEST(ScheduleReplay, MessagesOfOnePairMeetInTheirOrderAndByTag) {
  Schedules s(4);
  s[0].start_send(2, size, 1);
  s[0].start_send(2, 2 * size, 0);
  s[0].start_send(2, 3 * size, 1);
  const int first = s[2].post_receive(0, 2 * size, 0);
  for (const std::int64_t bytes : {size, 3 * size}) s[2].post_receive(0, bytes, 1);
  s[2].wait(first);
  // Each of the three gets a third of the bandwidth until the first has been sent, then the other two get
  // half each.
  EXPECT_NEAR(s.replay()[2], 2 * us + 5 * whole, 3 * chunk);
}

TEST(ScheduleReplay, RanksBeginWhenTheyDo) {
  Schedules s(4);
  s.deliver(0, 2);
  EXPECT_NEAR(s.replay({9 * us, 1 * us, 0, 0})[2], 11 * us + whole, 1e-12);
  EXPECT_NEAR(s.replay({0, 0, 9 * us, 0})[2], 11 * us + whole, 1e-12);
}

TEST(ScheduleReplay, RanksThatWaitForEachOtherAreFound) {
  Schedules s(4);
  for (const int rank : {0, 2}) {
    const int other = 2 - rank, receive = s[rank].post_receive(other, size, 0);
    s[rank].wait(receive);
    s[rank].send(other, size, 0);
  }
  EXPECT_THROW(s.replay(), Error);
}

TEST(ScheduleReplay, BlockingSendsInACircleAreFineWhereReceivesArePosted) {
  Schedules s(6);
  for (const int rank : {0, 2, 4}) s[rank].post_receive((rank + 4) % 6, size, 0);
  for (const int rank : {0, 2, 4}) s[rank].send((rank + 2) % 6, size, 0);
  EXPECT_NEAR(s.replay()[4], 2 * us + whole, 1e-12);
}

TEST(ScheduleReplay, MessagesThatOneSideDoesNotKnowAreFound) {
  Schedules lost(4), longer(4), other(4);
  lost[0].send(2, size, 0);
  longer[0].send(2, size, 0);
  longer[2].post_receive(0, size + 1, 0);
  other[0].send(2, size, 0);
  other[2].post_receive(1, size, 0);
  for (const Schedules* s : {&lost, &longer, &other}) EXPECT_THROW(s->replay(), Error);
}

}  // namespace
}  // namespace groundswell
