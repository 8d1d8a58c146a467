// SPDX-License-Identifier: Apache-2.0
// Rank placements as launcher files, against exact texts. That Open MPI accepts its files is tested in
// tests/python/program/test_network_map.py.
#include <gtest/gtest.h>

#include "placement/placement_files.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;

RankPlaces mixed() {
  RankPlaces placement;
  placement.hosts = {"n7", "n2", "n9"};
  placement.host_of_rank = {0, 2, 2, 0, 1, 1};
  return placement;
}

TEST(placement_files, say_the_same_in_the_words_of_each_launcher) {
  const std::string each = "n7\nn9\nn9\nn7\nn2\nn2\n";
  EXPECT_EQ(format_placement(mixed(), "openmpi_hostfile"), each);
  EXPECT_EQ(format_placement(mixed(), "slurm_hostfile"), each);
  EXPECT_EQ(format_placement(mixed(), "mpich_machinefile"), "n7:1\nn9:2\nn7:1\nn2:2\n");
  EXPECT_EQ(format_placement(mixed(), "cray_rank_order"), "0,3\n4,5\n1,2\n");
  EXPECT_EQ(format_placement(mixed(), "openmpi_rankfile"),
            "rank 0=n7 slot=0\nrank 1=n9 slot=0\nrank 2=n9 slot=1\nrank 3=n7 slot=1\n"
            "rank 4=n2 slot=0\nrank 5=n2 slot=1\n");
}

TEST(placement_files, name_cores_that_are_given) {
  RankPlaces placement = mixed();
  placement.core_of_rank = {4, 0, 1, 5, 6, 7};
  EXPECT_EQ(format_placement(placement, "openmpi_rankfile"),
            "rank 0=n7 slot=4\nrank 1=n9 slot=0\nrank 2=n9 slot=1\nrank 3=n7 slot=5\n"
            "rank 4=n2 slot=6\nrank 5=n2 slot=7\n");
}

TEST(placement_files, hosts_take_ranks_in_blocks) {
  const RankPlaces blocks = place_in_blocks({"a", "b", "c", "d"}, 5, 2);
  EXPECT_EQ(blocks.hosts, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(blocks.host_of_rank, (std::vector{0, 0, 1, 1, 2}));
  EXPECT_EQ(format_placement(blocks, "mpich_machinefile"), "a:2\nb:2\nc:1\n");
  EXPECT_EQ(format_placement(blocks, "cray_rank_order"), "0,1\n2,3\n4\n");
  expect_words(message_of([] {
                 place_in_blocks({"a", "b"}, 5, 2);
               }),
               {"5 ranks need 3 nodes", "there are 2"});
  expect_words(message_of([] { place_in_blocks({"a", "b"}, 5, 0); }), {"ranks per node are 0"});
}

TEST(placement_files, what_cannot_be_written_is_said) {
  expect_words(message_of([] { format_placement(mixed(), "hostfile"); }),
               {"'hostfile'", "openmpi_rankfile, openmpi_hostfile", "cray_rank_order"});
  RankPlaces uneven = mixed();
  uneven.host_of_rank = {0, 1, 1, 2};
  expect_words(message_of([&] { format_placement(uneven, "cray_rank_order"); }), {"'n7' has 1", "'n2' 2"});
}

TEST(placement_files, say_how_they_are_used) {
  EXPECT_EQ(describe_use("slurm_hostfile", "h.txt"), "SLURM_HOSTFILE=h.txt srun --distribution=arbitrary");
  for (const std::string& format : placement_format_names())
    EXPECT_NE(describe_use(format, "h.txt").find("h.txt"), std::string::npos);
}

}  // namespace
}  // namespace groundswell
