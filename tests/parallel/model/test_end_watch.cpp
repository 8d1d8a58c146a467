// SPDX-License-Identifier: Apache-2.0
// The time at which a run that approaches its time limit is told to end.
#include <gtest/gtest.h>
#include <mpi.h>

#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "comm/communicator.hpp"
#include "run/end_watch.hpp"
#include "support/false_clock.hpp"

namespace groundswell {
namespace {

using test::FalseClock;

// Before the limit, time is reserved for another step as long as the longest one, with a margin, plus 1 s:
// 3.25 s for a step of 1.5 s.
TEST(EndWatch, TellsStepsFromWaiting) {
  const Communicator world(MPI_COMM_WORLD);
  StopSignal signal;
  FalseClock clock;
  const Stopwatch since_start;
  EndWatch waiting(4, since_start, &signal), stepping(4, since_start, &signal);
  clock.pass(1.5);
  EXPECT_EQ(waiting.look_while_waiting(world, 0.0), Told::nothing);
  EXPECT_EQ(stepping.look(world, 0.0), Told::to_go_on_later);
  EXPECT_EQ(stepping.why(), "time.wall_clock_limit");
}

}  // namespace
}  // namespace groundswell
