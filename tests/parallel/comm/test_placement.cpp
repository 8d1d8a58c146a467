// SPDX-License-Identifier: Apache-2.0
// The CPUs on which ranks run. Distinguishing hosts is tested in tests/python/program/test_pretend_hosts.py.
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "comm/placement.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

class placement : public testing::Test {
 protected:
  placement() { sched_getaffinity(0, sizeof(before_), &before_); }
  ~placement() override { sched_setaffinity(0, sizeof(before_), &before_); }

  int first_cpu() const {
    int cpu = 0;
    while (!CPU_ISSET(cpu, &before_)) ++cpu;
    return cpu;
  }

 private:
  cpu_set_t before_;
};

TEST_F(placement, all_ranks_of_this_machine_are_on_one_host) {
  char name[256] = {};
  gethostname(name, sizeof(name) - 1);
  const Placement found = find_placement(world());
  EXPECT_EQ(found.hosts, std::vector<std::string>{name});
  EXPECT_EQ(found.host_of_rank, std::vector<int>(std::size_t(world().size()), 0));
}

TEST_F(placement, tells_ranks_that_are_bound_from_those_that_are_not) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first_cpu(), &one);
  const bool is_last = world().rank() == world().size() - 1;
  const std::vector<std::string> at_first = find_placement(world()).cpus_of_rank;  // as bound by mpirun
  std::vector<std::string> expected;
  for (const int cpu : world().all_gather(first_cpu())) expected.push_back(std::to_string(cpu));
  if (!is_last) sched_setaffinity(0, sizeof(one), &one);
  Placement found = find_placement(world());
  EXPECT_EQ(found.cpus_of_rank.front(), world().size() > 1 ? expected.front() : at_first.front());
  EXPECT_EQ(found.cpus_of_rank.back(), at_first.back());
  if (world().size() > 1 && at_first.back() != expected.back()) {
    EXPECT_EQ(found.binding, "none");
  }
  sched_setaffinity(0, sizeof(one), &one);
  found = find_placement(world());
  EXPECT_EQ(found.cpus_of_rank, expected);
  EXPECT_TRUE(found.binding == "core" || found.binding == "hardware_thread") << found.binding;
}

TEST(format_cpus, writes_ranges_as_linux_does) {
  const auto format = [](std::vector<int> cpus) { return format_cpus(cpus); };
  EXPECT_EQ(format({}), "");
  EXPECT_EQ(format({7}), "7");
  EXPECT_EQ(format({0, 1}), "0-1");
  EXPECT_EQ(format({0, 1, 2, 5, 8, 9}), "0-2,5,8-9");
}

}  // namespace
}  // namespace groundswell
