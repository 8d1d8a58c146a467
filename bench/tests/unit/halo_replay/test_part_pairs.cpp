// SPDX-License-Identifier: Apache-2.0
// Halos counted on a graph compared with halos collected part by part; files of halos.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "bench/halo_replay/globe_graph.hpp"
#include "bench/halo_replay/halo_count.hpp"

namespace groundswell {
namespace {

// The numbers of halo cells within one ring and within two, by owner and part, found by searching around each
// part.
std::map<std::pair<int, int>, std::array<int, 2>> collect_halos(const CellGraph& graph,
                                                                const Partition& parts) {
  std::map<std::pair<int, int>, std::array<int, 2>> found;
  for (int part = 0; part < parts.n_part; ++part) {
    std::set<int> known, halo;
    for (int cell = 0; cell < graph.n_cell(); ++cell)
      if (parts.owner[std::size_t(cell)] == part) known.insert(cell);
    for (std::size_t ring = 0; ring < 2; ++ring) {
      for (const int cell : std::set<int>(known))
        for (const int neighbour : graph.of(cell))
          if (known.insert(neighbour).second) halo.insert(neighbour);
      for (const int cell : halo) ++found[{parts.owner[std::size_t(cell)], part}][ring];
    }
  }
  return found;
}

TEST(PartPairs, AreTheHalosThatPartsFind) {
  const CellGraph graph = make_globe_graph(8);  // 642 cells
  ASSERT_EQ(graph.n_cell(), 642);
  for (const int n_part : {2, 7, 40}) {
    const Partition parts = make_partition(graph, n_part);
    const PartPairs counted = count_part_pairs(graph, parts, "flat");
    const auto collected = collect_halos(graph, parts);
    ASSERT_EQ(counted.pairs.size(), collected.size());
    for (const PartPair& pair : counted.pairs) {
      const auto found = collected.find({pair.from, pair.to});
      ASSERT_NE(found, collected.end());
      EXPECT_EQ(pair.cells, found->second);
    }
    EXPECT_TRUE(std::ranges::is_sorted(counted.pairs, {},
                                       [](const PartPair& pair) { return std::pair(pair.from, pair.to); }));
  }
}

class PartPairFiles : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }
  void write(const std::string& content) { std::ofstream(file_) << content; }
  std::string refusal() const {
    try {
      read_part_pairs(file_);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("groundswell globe.pairs " + std::to_string(::getpid()));
  const PartPairs pairs_{40, 3, "flat", {{0, 1, {4, 9}}, {1, 0, {5, 9}}, {2, 0, {0, 1}}}};
};

TEST_F(PartPairFiles, AreReadAsTheyWereWritten) {
  write_part_pairs(file_, pairs_);
  const PartPairs read = read_part_pairs(file_);
  EXPECT_EQ(read.n_cell, 40);
  EXPECT_EQ(read.n_part, 3);
  EXPECT_EQ(read.partition, "flat");
  ASSERT_EQ(read.pairs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.pairs[i].from, pairs_.pairs[i].from);
    EXPECT_EQ(read.pairs[i].to, pairs_.pairs[i].to);
    EXPECT_EQ(read.pairs[i].cells, pairs_.pairs[i].cells);
  }
}

TEST_F(PartPairFiles, DamageIsSaidWithItsLine) {
  EXPECT_NE(refusal().find("globe.pairs"), std::string::npos);  // the file does not exist
  write("1 2 3 4\n");
  EXPECT_NE(refusal().find("does not begin"), std::string::npos);
  const std::string first = "groundswell halo pairs 1\n",
                    second = "cells 40 parts 3 partition flat pairs 1\n";
  write(first + "cells 40 parts none\n");
  EXPECT_NE(refusal().find("line 2"), std::string::npos);
  write(first + second);
  EXPECT_NE(refusal().find("ends after 0 of 1"), std::string::npos);
  for (const char* bad :
       {"0 3 1 1", "-1 0 1 1", "1 1 1 1", "0 1 2 1", "0 1 0 0", "0 1 1 41", "0 1 1", "one"}) {
    write(first + second + bad + "\n");
    EXPECT_NE(refusal().find("line 3"), std::string::npos) << bad;
  }
}

}  // namespace
}  // namespace groundswell
