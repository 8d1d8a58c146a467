// SPDX-License-Identifier: Apache-2.0
// The side of the ranks that compute, alone: what it makes of the servers' answers, and a rank that fails
// while others wait for it.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <deque>
#include <thread>

#include "serve/served_side.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

using namespace std::chrono_literals;

const DateTime now = DateTime::parse("2000-01-01T01:00:00Z");

// Sends nothing; on the first rank, the answers are those that the test has given.
struct Script {
  std::deque<std::string> answers;
  SendCounts counts;
  std::vector<std::string> notes;
  std::chrono::milliseconds send_takes = 0ms;
};

class ScriptedSender final : public ShipmentSender {
 public:
  explicit ScriptedSender(Script& script) : script_(script) {}
  void send(const std::string& note, const std::vector<Packet>&, bool) override {
    std::this_thread::sleep_for(script_.send_takes);
    script_.notes.push_back(note);
  }
  bool progress() override { return false; }
  std::optional<std::string> look_for_answer() override {
    if (world().rank() != 0 || script_.answers.empty()) return {};
    std::string answer = std::move(script_.answers.front());
    script_.answers.pop_front();
    return answer;
  }
  SendCounts counts() const override { return script_.counts; }

 private:
  Script& script_;
};

enum class Item { date, restart };

std::string written(Item what, int team, double seconds, const std::string& line = "") {
  return make_note(ServedWord::written, team, seconds, WrittenNews{line, {}, what == Item::restart});
}

class ServedSideTest : public testing::Test {
 protected:
  static constexpr int n_team = 2;
  ServedSideTest() : side_(roles_, n_team, std::make_unique<ScriptedSender>(script_)) {}
  // Only the first rank is answered.
  void expect_backlog(double seconds) {
    side_.progress();
    if (is_first_) {
      EXPECT_DOUBLE_EQ(side_.backlog_seconds(), seconds);
    }
  }

  Script script_;
  RankRoles roles_{world()};
  ServedSide side_;
  bool is_first_ = world().rank() == 0;
};

// The time left is that of the slowest team, and that of restarts: the mean time of those that are written
// for each of the others or, as long as none is, the time since the first was sent.
TEST_F(ServedSideTest, PredictsTheTimeToWriteWhatIsLeft) {
  expect_backlog(0.0);
  const Stopwatch since_before;
  side_.send_date(now, {});
  const Stopwatch since_after;
  std::this_thread::sleep_for(5ms);
  const double at_least = since_after.seconds(), left = side_.backlog_seconds();
  EXPECT_GE(left, at_least);
  EXPECT_LE(left, since_before.seconds());
  for (int i = 0; i < 4; ++i) side_.send_date(now, {});
  script_.answers = {written(Item::date, 0, 3.0), written(Item::date, 0, 5.0), written(Item::date, 1, 2.0)};
  expect_backlog(3 * 4.0);  // the other team needs 4 x 2 s
  script_.answers = {written(Item::date, 0, 1.0), written(Item::date, 0, 3.0)};
  expect_backlog(4 * 2.0);  // the first team needs 1 x 3 s
  for (int i = 0; i < 3; ++i) side_.send_restart(now, {}, 0, 2, {});
  script_.answers = {written(Item::restart, 1, 7.0), written(Item::restart, 1, 6.0)};
  expect_backlog(4 * 2.0 + 6.5);
  EXPECT_EQ(side_.longest_restart(), is_first_ ? 7.0 : 0.0);
  script_.answers = {written(Item::restart, 1, 0.5), written(Item::date, 0, 1.0)};
  for (int i = 0; i < 4; ++i) script_.answers.push_back(written(Item::date, 1, 2.0));
  expect_backlog(0.0);
  EXPECT_EQ(script_.notes.size(), 5u + 3u * 2u);  // of a restart, each slab
}

TEST_F(ServedSideTest, HasTheNewsOfWhatIsWritten) {
  script_.answers = {written(Item::date, 0, 1.0, "wrote a date"),
                     written(Item::date, 1, 1.0),  // had nothing to write
                     written(Item::restart, 1, 1.0, "wrote a restart")};
  side_.progress();
  const std::vector<WrittenNews> news = side_.take_news();
  EXPECT_EQ(side_.take_news().size(), 0u);
  ASSERT_EQ(news.size(), is_first_ ? 2u : 0u);
  if (!is_first_) return;
  EXPECT_EQ(news[0].line, "wrote a date");
  EXPECT_FALSE(news[0].is_restart);
  EXPECT_EQ(news[1].line, "wrote a restart");
  EXPECT_TRUE(news[1].is_restart);
}

TEST_F(ServedSideTest, KeepsTheFirstFailure) {
  script_.answers = {make_note(ServedWord::error, "the disk is full"),
                     make_note(ServedWord::error, "so is this")};
  EXPECT_EQ(message_of([&] { side_.guard([] {}); }), "the disk is full");
  EXPECT_EQ(message_of([&] { side_.guard([] { throw Error("the sea is dry"); }); }), "the disk is full");
  EXPECT_EQ(message_of([&] { side_.tell(ServedWord::flush); }), "the disk is full");
}

// The number before some words of a line, or NaN.
double number_before(const std::string& line, const std::string& words) {
  const std::size_t end = line.find(words);
  if (end == std::string::npos || end == 0) return std::nan("");
  const std::size_t begin = line.rfind(' ', end - 1);
  return std::stod(line.substr(begin + 1, end - begin));
}

TEST_F(ServedSideTest, ReportsWhatServersHaveWrittenAndHowMuchOfItWasHidden) {
  const bool is_last = world().rank() == world().size() - 1;
  script_.send_takes = is_last ? 20ms : 0ms;  // the slowest rank counts
  for (int i = 0; i < 3; ++i) side_.send_date(now, {});
  script_.counts = {.n_shipment = 7, .n_waited = is_last ? 4 : 1, .slot_bytes = is_last ? 3000 : 2000};
  for (const double write_seconds : {0.5, 0.01}) {
    script_.answers.push_back(make_note(ServedWord::end, 0, write_seconds, 100'456, 78'000));
    script_.answers.push_back(make_note(ServedWord::end, 1, 0.7 * write_seconds, 23'000, 90));
    side_.progress();
    const std::string line = side_.report();
    if (!is_first_) continue;
    expect_words(
        line, {"servers wrote 123 kB in ", "; 4 of 7 shipments waited for a slot; at most 3.00 kB were in ",
               " slots, and 78.0 kB waited on a server"});
    EXPECT_EQ(number_before(line, " s; ranks that compute"), write_seconds);
    const double spent = number_before(line, " s on output");
    EXPECT_GE(spent, 0.06);
    const double hidden = number_before(line, " % was hidden");
    if (write_seconds > spent)
      EXPECT_NEAR(hidden, 100.0 * (1.0 - spent / write_seconds), 0.2) << line;
    else
      EXPECT_TRUE(std::isnan(hidden)) << line;
  }
}

// Tells a rank to go on, or waits until it says so.
void tell(int rank) {
  const std::vector<int> word(1);
  world().start_send(std::span<const int>(word), rank, 5).wait();
}
void wait_for(int rank) {
  std::vector<int> word(1);
  world().receive(std::span(word), rank, 5);
}

// In a run the others wait for the halo of the last rank, for ever, or have left; it throws alone. What it
// has begun with them stays apart from all that follows.
TEST(failing_rank, throws_alone_if_others_do_not_come) {
  const RankRoles roles(world());
  const int last = world().size() - 1;
  for (const bool have_left : {false, true}) {
    if (last == 0) return;
    Script script;
    auto side = std::make_unique<ServedSide>(roles, 1, std::make_unique<ScriptedSender>(script));
    if (have_left && world().rank() < last) {
      side.reset();
      tell(last);
    }
    for (int rank = 0; have_left && world().rank() == last && rank < last; ++rank) wait_for(rank);
    if (world().rank() == last) {
      const Stopwatch stopwatch;
      EXPECT_EQ(message_of([&] { side->guard([] { throw Error("the sea is dry"); }, 0.05); }),
                "the sea is dry");
      EXPECT_GE(stopwatch.seconds(), 0.05);
      EXPECT_LT(stopwatch.seconds(), 5.0);
      EXPECT_TRUE(script.notes.empty());  // servers are asked nothing, as the others would not ask them
      for (int rank = 0; rank < last; ++rank) tell(rank);
    } else {
      wait_for(last);
    }
    side.reset();
    for (int number = 0; number < 20; ++number) {
      const Communicator later = roles.mine().duplicate();
      std::vector<double> values(1, -5.0 + world().rank() / 16.0);
      later.start_max_in_place(values).wait();
      EXPECT_EQ(values.front(), -5.0 + last / 16.0) << number;
    }
  }
}

}  // namespace
}  // namespace groundswell::test
