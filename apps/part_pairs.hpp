// SPDX-License-Identifier: Apache-2.0
// What the halos of a partition make its parts send to each other, and the small file in which that is kept:
// a line of text for each pair of parts.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

constexpr int most_rings = 2;

// Part `from` sends so many of its cells to part `to` where halos are one ring of neighbours wide, and where
// they are two; cells[0] is 0 where the parts meet in the second ring alone.
struct PartPair {
  int from = 0, to = 0;
  std::array<int, most_rings> cells{};
};

struct PartPairs {
  std::int64_t n_cell = 0;
  int n_part = 0;
  std::string partition;        // how the mesh was cut: a word
  std::vector<PartPair> pairs;  // sorted by from, then by to
};

// Throws Error where the file cannot be written.
void write_part_pairs(const std::filesystem::path& file, const PartPairs& pairs);
// Throws Error, with the file and the line, for what write_part_pairs does not write.
PartPairs read_part_pairs(const std::filesystem::path& file);

}  // namespace groundswell
