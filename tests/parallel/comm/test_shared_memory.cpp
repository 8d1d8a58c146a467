// SPDX-License-Identifier: Apache-2.0
// Memory shared between processes, and the posts by which they tell each other where values lie in it.
#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "comm/shared_memory.hpp"
#include "comm/shared_posts.hpp"
#include "comm/spin.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::message_of;
using test::world;

TEST(shared_memory, others_see_what_its_owner_writes_and_the_other_way_round) {
  const int me = world().rank(), n = world().size(), next = (me + 1) % n;
  SharedMemory mine(1000);
  for (const std::byte value : mine.bytes()) ASSERT_EQ(value, std::byte{0});
  std::memcpy(mine.data() + 992, &me, sizeof me);
  const std::vector<SharedMemoryName> names = world().all_gather(mine.name());
  const ForeignMemory theirs(names[std::size_t(next)]);
  world().barrier();
  int seen = -1;
  std::memcpy(&seen, theirs.data() + 992, sizeof seen);
  EXPECT_EQ(seen, next);
  std::memcpy(theirs.data(), &me, sizeof me);
  world().barrier();
  std::memcpy(&seen, mine.data(), sizeof seen);
  EXPECT_EQ(seen, (me + n - 1) % n);
}

TEST(shared_memory, pages_stay_while_they_are_seen) {
  const int me = world().rank(), next = (me + 1) % world().size();
  std::optional<SharedMemory> mine(64);
  std::memcpy(mine->data(), &me, sizeof me);
  const ForeignMemory theirs(world().all_gather(mine->name())[std::size_t(next)]);
  world().barrier();
  mine.reset();
  world().barrier();
  int seen = -1;
  std::memcpy(&seen, theirs.data(), sizeof seen);
  EXPECT_EQ(seen, next);
}

TEST(shared_memory, what_is_not_there_is_refused) {
  SharedMemory mine(64);
  SharedMemoryName name = mine.name();
  name.mark ^= 1;
  EXPECT_NE(message_of([&] { const ForeignMemory other(name); }).find("is not the memory that it shares"),
            std::string::npos);
  name = mine.name();
  name.bytes = 1 << 20;
  EXPECT_NE(message_of([&] { const ForeignMemory other(name); }).find("cannot see"), std::string::npos);
  name = mine.name();
  name.process = 0;
  EXPECT_NE(message_of([&] { const ForeignMemory other(name); }).find("cannot see"), std::string::npos);
  EXPECT_NE(
      message_of([] { const SharedMemory huge(std::size_t(1) << 60); }).find("the system does not provide"),
      std::string::npos);
}

// Each rank posts to all, including itself; no post is read before it is written, or overwritten before it is
// taken.
TEST(shared_posts, come_in_order_and_whole) {
  std::vector<int> all;
  for (int rank = 0; rank < world().size(); ++rank) all.push_back(rank);
  SharedPosts posts(world(), all, all);
  for (const int rank : all) {
    ASSERT_TRUE(posts.reaches(rank));
    ASSERT_TRUE(posts.sees(rank));
  }
  for (std::int64_t number = 1; number <= 300; ++number) {
    for (const int rank : all) {
      spin_until(world(), [&] { return posts.was_taken(rank, number - 2); });
      SharedPost post{.row_bytes = 1000 * number + world().rank(), .n_set = number % 9};
      for (SharedRows& set : post.sets) set.begin = number * rank;
      posts.post(rank, number, post);
    }
    for (const int rank : all) {
      spin_until(world(), [&] { return posts.has(rank, number); });
      const SharedPost& post = posts.read(rank, number);
      ASSERT_EQ(post.row_bytes, 1000 * number + rank);
      ASSERT_EQ(post.n_set, number % 9);
      for (const SharedRows& set : post.sets) ASSERT_EQ(set.begin, number * world().rank());
      posts.take(rank, number);
    }
  }
}

TEST(shared_posts, whoever_waits_for_one_that_has_ended_is_told) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  std::vector<int> all;
  for (int rank = 0; rank < world().size(); ++rank) all.push_back(rank);
  std::optional<SharedPosts> posts(std::in_place, world(), all, all);
  if (world().rank() == 0) {
    posts.reset();
    return;
  }
  spin_until(world(), [&] { return posts->has(0, 1); });
  EXPECT_NE(message_of([&] { posts->read(0, 1); }).find("has ended an exchange"), std::string::npos);
}

}  // namespace
}  // namespace groundswell
