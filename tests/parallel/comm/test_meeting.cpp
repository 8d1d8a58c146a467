// SPDX-License-Identifier: Apache-2.0
// Two groups that meet without the other ranks of the world: disjoint, overlapping or identical groups, and
// meetings that fail.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "comm/meeting_side.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

TEST(MeetingNote, SurvivesItsWayAsText) {
  const MeetingNote note{.key = {3, 1, false, 12},
                         .to = MeetingRole::receiver,
                         .verdict = MeetingVerdict::refused,
                         .groups = {{3, 4}, {}},
                         .name = "a b",
                         .sentence = "7 is wrong\n"};
  const MeetingNote came = meeting_note(WordWriter().add(note).text());
  EXPECT_EQ(came.key, note.key);
  EXPECT_EQ(came.to, note.to);
  EXPECT_EQ(came.verdict, note.verdict);
  EXPECT_EQ(came.groups.senders, note.groups.senders);
  EXPECT_EQ(came.groups.receivers, note.groups.receivers);
  EXPECT_EQ(came.name, note.name);
  EXPECT_EQ(came.sentence, note.sentence);
  EXPECT_THROW(meeting_note("good morning"), Error);
}

TEST(MeetingGroups, NameEachRankOnce) {
  EXPECT_EQ((MeetingGroups{{4, 2}, {1, 2, 4, 0}}.together()), (std::vector<int>{4, 2, 1, 0}));
}

// Ranks [begin, end) of the world; `group` is null on other ranks.
struct Side {
  int begin, end;
  std::unique_ptr<Communicator> group;
  Side(int first, int last) : begin(first), end(last) {
    const bool is_in = world().rank() >= begin && world().rank() < end;
    Communicator part = world().split(is_in ? 1 : 0, 0);
    if (is_in) group = std::make_unique<Communicator>(std::move(part));
  }
  std::vector<int> ranks() const {
    std::vector<int> all;
    for (int rank = begin; rank < end; ++rank) all.push_back(rank);
    return all;
  }
};

// Advances the sides that this process belongs to until the meeting is over for all of them; returns their
// outcomes.
std::vector<MeetingNote> meet(MeetingPlace& place, const MeetingKey& key, const Side& senders,
                              const Side& receivers, double limit, const std::string& name = "") {
  std::vector<std::unique_ptr<MeetingSide>> parts;
  if (senders.group)
    parts.push_back(
        std::make_unique<MeetingSide>(place, *senders.group, key, MeetingRole::sender, "", limit));
  if (receivers.group)
    parts.push_back(
        std::make_unique<MeetingSide>(place, *receivers.group, key, MeetingRole::receiver, name, limit));
  bool is_over = false;
  while (!is_over) {
    is_over = true;
    for (auto& part : parts) {
      part->advance();
      is_over = is_over && part->is_over();
    }
  }
  std::vector<MeetingNote> outcomes;
  for (const auto& part : parts) outcomes.push_back(part->outcome());
  return outcomes;
}

TEST(Meeting, BringsAnyTwoGroupsTogether) {
  const int n = world().size();
  MeetingPlace place;
  std::int64_t number = 0;
  for (int m = 1; m <= n; ++m)
    for (int first = 0; first < n; ++first) {
      const Side senders(0, m), receivers(first, n);
      const MeetingKey key{0, first, false, number++};
      for (const MeetingNote& outcome : meet(place, key, senders, receivers, 30, "sea")) {
        ASSERT_EQ(outcome.verdict, MeetingVerdict::go) << outcome.sentence;
        EXPECT_EQ(outcome.groups.senders, senders.ranks());
        EXPECT_EQ(outcome.groups.receivers, receivers.ranks());
        EXPECT_EQ(outcome.name, "sea");
      }
      if (!senders.group && !receivers.group) continue;
      const std::vector<int> all = MeetingGroups{senders.ranks(), receivers.ranks()}.together();
      const Communicator both = MeetingPlace::make_communicator(all, key);
      EXPECT_EQ(both.size(), int(all.size()));
      EXPECT_EQ(MeetingPlace::world_ranks(both), all);
    }
}

// A side that comes too late gets the message of the side that gave up.
TEST(Meeting, ThatOneSideMissesFailsOnBoth) {
  if (world().size() == 1) GTEST_SKIP() << "two sides are needed";
  MeetingPlace place;
  const Side first(0, 1), second(1, world().size()), nobody(-1, -1);
  for (const bool senders_come : {true, false}) {
    const MeetingKey key{0, 1, false, 1000 + senders_come};
    for (int turn = 0; turn < 2; ++turn) {
      const bool senders = senders_come == (turn == 0);
      for (const MeetingNote& outcome :
           meet(place, key, senders ? first : nobody, senders ? nobody : second, 0.1)) {
        EXPECT_EQ(outcome.verdict, MeetingVerdict::refused);
        EXPECT_NE(outcome.sentence.find("has waited 0.1 s"), std::string::npos) << outcome.sentence;
        EXPECT_NE(outcome.sentence.find(senders_come ? "root is world rank 1, have come"
                                                     : "root is world rank 0, have come"),
                  std::string::npos)
            << outcome.sentence;
      }
      world().barrier();
    }
  }
}

TEST(Meeting, FailsForAllWhereOneProcessWithdraws) {
  const int n = world().size();
  MeetingPlace place;
  const Side all(0, n);
  const MeetingKey key{0, 0, true, 0};
  MeetingSide side(place, *all.group, key, MeetingRole::both, "", 30);
  if (world().rank() == n - 1) side.withdraw("the last has no cells");
  while (!side.is_over()) side.advance();
  EXPECT_EQ(side.outcome().sentence, "the last has no cells");
  world().barrier();
}

TEST(MeetingPlace, KnowsTheWorld) {
  EXPECT_THROW(MeetingPlace::check_world_rank(world().size()), Error);
  EXPECT_THROW(MeetingPlace::check_world_rank(-1), Error);
  MeetingPlace place;
  EXPECT_EQ(place.next_number({0, 1}, MeetingRole::sender), 0);
  EXPECT_EQ(place.next_number({0, 1}, MeetingRole::receiver), 0);
  EXPECT_EQ(place.next_number({0, 1}, MeetingRole::sender), 1);
}

}  // namespace
}  // namespace groundswell
