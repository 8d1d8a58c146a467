// SPDX-License-Identifier: Apache-2.0
// Before a restart is announced, the server that writes it waits for the output of all other servers, which
// wait for none.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "base/stopwatch.hpp"
#include "serve/team_commits.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::world;

// Calls work(commits, teams) on the servers: all ranks but the first.
template <class Work>
void on_servers(bool each_alone, Work&& work) {
  const RankRoles roles(world(), world().size() - 1);
  if (roles.role() == RankRole::output_server) {
    const ServerTeams teams(roles, each_alone);
    TeamCommits commits(roles, teams);
    work(commits, teams);
    roles.mine().barrier();
  }
  world().barrier();
}

TEST(server_teams, all_servers_are_one_team_or_each_is_one) {
  const int n_server = world().size() - 1;
  on_servers(false, [&](TeamCommits& commits, const ServerTeams& teams) {
    EXPECT_EQ(teams.n_team(), 1);
    EXPECT_EQ(teams.servers_per_team(), n_server);
    EXPECT_EQ(teams.ranks().size(), n_server);
    EXPECT_TRUE(teams.writes_restarts());
    commits.say(ServedWord::committed);
    commits.wait_for_others();  // there are none
  });
  on_servers(true, [&](TeamCommits&, const ServerTeams& teams) {
    EXPECT_EQ(teams.n_team(), n_server);
    EXPECT_EQ(teams.servers_per_team(), 1);
    EXPECT_EQ(teams.mine(), world().rank() - 1);
    EXPECT_EQ(teams.ranks().size(), 1);
    EXPECT_EQ(teams.writes_restarts(), world().rank() == world().size() - 1);
  });
}

TEST(team_commits, the_server_of_restarts_waits_for_the_slowest_and_only_it_waits) {
  using namespace std::chrono_literals;
  if (world().size() < 3) GTEST_SKIP() << "one server has nobody to wait for";
  on_servers(true, [](TeamCommits& commits, const ServerTeams& teams) {
    constexpr int slow = 1, tag = 17;
    std::vector<int> token(1);
    const Stopwatch stopwatch;
    if (teams.writes_restarts()) {
      world().start_send(std::span<const int>(token), slow, tag).wait();
      commits.wait_for_others();
      EXPECT_GT(stopwatch.seconds(), 0.29);
      commits.wait_for_others();
      EXPECT_GT(stopwatch.seconds(), 0.59);
      return;
    }
    // The slow team waits until the stopwatch of the server of restarts is running and the other teams, if
    // any, are two restarts ahead.
    const bool is_slow = world().rank() == slow;
    for (int other = slow + 1; is_slow && other < world().size(); ++other)
      world().receive(std::span(token), other, tag);
    for (int restart = 0; restart < 2; ++restart) {
      if (is_slow) std::this_thread::sleep_for(300ms);
      commits.say(ServedWord::committed);
    }
    if (!is_slow) world().start_send(std::span<const int>(token), slow, tag).wait();
  });
}

TEST(team_commits, the_server_of_restarts_throws_what_another_has_said) {
  if (world().size() < 3) GTEST_SKIP() << "one server has nobody to wait for";
  on_servers(true, [](TeamCommits& commits, const ServerTeams& teams) {
    if (teams.writes_restarts()) {
      test::expect_words(test::message_of([&] { commits.wait_for_others(); }), {"the disk of 'a b' is full"});
    } else if (teams.mine() == 0) {
      commits.say(ServedWord::error, "the disk of 'a b' is full");
    } else {
      commits.say(ServedWord::committed);
    }
  });
}

// As they come, and in the order of the file.
TEST(slabs_of_restarts, leave_memory_for_their_rows_twice) {
  ServerSettings settings{1, {}, 8000};
  const Slabs slabs = divide_restart(1000, 8, settings);
  EXPECT_EQ(slabs.rows, 500);
  EXPECT_EQ(slabs.count, 2);
}

}  // namespace
}  // namespace groundswell
