// SPDX-License-Identifier: Apache-2.0
// The messages that halos require between the parts of a partition, and the small file that stores them: a
// line of text per pair of parts.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace groundswell {

constexpr int most_rings = 2;

// The numbers of cells that part `from` sends to part `to` if halos are one ring of neighbours wide, and if
// they are two rings wide; cells[0] is 0 if the parts meet only in the second ring.
struct PartPair {
  int from = 0, to = 0;
  std::array<int, most_rings> cells{};
};

struct PartPairs {
  std::int64_t n_cell = 0;
  int n_part = 0;
  std::string partition;        // how the mesh was partitioned: a single word
  std::vector<PartPair> pairs;  // sorted by from, then by to
};

// Throws Error if the file cannot be written.
void write_part_pairs(const std::filesystem::path& file, const PartPairs& pairs);
// Throws Error, naming the file, if it cannot be read, ends early, or has a line that write_part_pairs could
// not have written. The order of the pairs, and what follows them, is not checked.
PartPairs read_part_pairs(const std::filesystem::path& file);

}  // namespace groundswell
