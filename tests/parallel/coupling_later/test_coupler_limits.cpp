// SPDX-License-Identifier: Apache-2.0
// Components that do not come or do not answer: a sentence on all processes at the limit of waiting.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "../coupling/coupled_pair.hpp"
#include "comm/job_group.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words, test::is_air, test::message_of, test::PairOfTest, test::SideOfPair, test::world;

constexpr double limit = 0.4;  // [s]

// It takes seconds, so that not all numbers of processes are tried.
bool is_tried() {
  return world().size() == 6;
}

void sleep(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

// Reads what was sent to this process about a meeting that did not take place.
void forget_meetings() {
  world().barrier();
  for (const int tag : {27001, 27002, 28001, 28002})
    while (receive_text_if_any(MPI_COMM_WORLD, tag)) {
    }
  world().barrier();
}

// Whether one of both, `waits`, does all it can, while the other one does something else.
std::string message_of_both(const PairOfTest& pair, bool waits,
                            const std::function<void(SideOfPair&)>& other) {
  const Communicator ranks = world().split(is_air() ? 1 : 2, world().rank());
  const std::string message = message_of([&] {
    SideOfPair side(pair, ranks);
    waits ? side.run() : other(side);
  });
  world().barrier();
  return message;
}

TEST(CouplerLimits, a_target_that_never_connects) {
  if (!is_tried()) return;
  PairOfTest pair;
  pair.settings.wait_limit = limit;
  const std::string message = message_of_both(pair, is_air(), [](SideOfPair&) {});
  if (is_air())
    expect_words(message, {"not come for 0.4 s (coupling.wait_limit) to connect air with sea", "of the job"});
  forget_meetings();
}

TEST(CouplerLimits, a_source_that_never_connects) {
  if (world().size() != 3) return;
  PairOfTest pair;
  pair.settings.wait_limit = limit;
  const std::string message = message_of_both(pair, !is_air(), [](SideOfPair&) {});
  if (!is_air())
    expect_words(message, {"process 0 of the job has not come for 0.4 s", "to connect air with sea"});
  forget_meetings();
}

TEST(CouplerLimits, one_that_comes_too_late) {
  if (!is_tried()) return;
  PairOfTest pair;
  pair.settings.wait_limit = limit;
  const std::string message = message_of_both(pair, is_air(), [](SideOfPair& side) {
    sleep(3.0 * limit);
    side.run();
  });
  expect_words(message, {"not come for 0.4 s (coupling.wait_limit) to connect air with sea"});
  forget_meetings();
}

// On a busy machine the limit may be reached at an earlier date.
TEST(CouplerLimits, a_source_that_sleeps) {
  if (!is_tried()) return;
  PairOfTest pair;
  pair.settings.wait_limit = is_air() ? limit : 60.0;
  const std::string message = message_of_both(pair, is_air(), [](SideOfPair& side) {
    side.run([](int step) {
      if (step == 4) sleep(3.0 * limit);
    });
  });
  expect_words(message, {"air has waited 0.4 s (coupling.wait_limit) at 2005-08-29T00:",
                         "for sea to give 'roughness'"});
}

// It does not take what it is given: values that are more than MPI sends unasked.
TEST(CouplerLimits, a_target_that_sleeps) {
  if (!is_tried()) return;
  PairOfTest pair;
  pair.settings.wait_limit = limit;
  pair.settings.n_slot = 1;
  pair.settings.fields.resize(1);
  pair.air_gives[0].value_bytes = 8;
  pair.n_column = 8000;
  const Communicator ranks = world().split(is_air() ? 1 : 2, world().rank());
  const std::string message = message_of([&] {
    SideOfPair side(pair, ranks);
    side.coupler.connect(side.grid);
    if (!is_air()) sleep(3.0 * limit), side.coupler.progress();
    for (int step = 0; step < 8; ++step) {
      side.put_all();
      side.coupler.send();
      side.coupler.advance();
    }
  });
  world().barrier();
  expect_words(message, {"air has waited 0.4 s (coupling.wait_limit) at ",
                         "for sea to take what it was given", "raise coupling.slots"});
}

}  // namespace
}  // namespace groundswell
