// SPDX-License-Identifier: Apache-2.0
#include "apps/part_pairs.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "base/written_file.hpp"

namespace groundswell {
namespace {

constexpr const char* first_line = "groundswell halo pairs 1";

// The second line: "cells 2562 parts 8 partition flat pairs 40"; returns the number of pairs.
std::int64_t read_heading(const std::filesystem::path& file, const std::string& line, PartPairs& pairs) {
  std::istringstream words(line);
  std::string cells, parts, partition, of_pairs;
  std::int64_t n_pair = -1;
  words >> cells >> pairs.n_cell >> parts >> pairs.n_part >> partition >> pairs.partition >> of_pairs >>
      n_pair;
  require(words && cells == "cells" && parts == "parts" && partition == "partition" && of_pairs == "pairs" &&
              pairs.n_part >= 1 && pairs.n_cell >= pairs.n_part && n_pair >= 0,
          file, " line 2 should say how many cells, parts and pairs there are, but is '", line,
          "'; make the file again with groundswell-bench halo_plans");
  return n_pair;
}

PartPair read_pair(const std::filesystem::path& file, const std::string& line, std::int64_t number,
                   const PartPairs& pairs) {
  PartPair pair;
  std::istringstream words(line);
  words >> pair.from >> pair.to >> pair.cells[0] >> pair.cells[1];
  const auto is_part = [&](int part) { return part >= 0 && part < pairs.n_part; };
  require(words && is_part(pair.from) && is_part(pair.to) && pair.from != pair.to && pair.cells[0] >= 0 &&
              pair.cells[1] >= std::max(pair.cells[0], 1) && pair.cells[1] <= pairs.n_cell,
          file, " line ", number, " should be two of ", pairs.n_part,
          " parts and the cells that one sends to the other, but is '", line,
          "'; make the file again with groundswell-bench halo_plans");
  return pair;
}

}  // namespace

void write_part_pairs(const std::filesystem::path& file, const PartPairs& pairs) {
  std::string content = text(first_line, "\ncells ", pairs.n_cell, " parts ", pairs.n_part, " partition ",
                             pairs.partition, " pairs ", pairs.pairs.size(), "\n");
  for (const PartPair& pair : pairs.pairs)
    content += std::to_string(pair.from) + ' ' + std::to_string(pair.to) + ' ' +
               std::to_string(pair.cells[0]) + ' ' + std::to_string(pair.cells[1]) + '\n';
  write_text_file(file, content);
}

PartPairs read_part_pairs(const std::filesystem::path& file) {
  check_input(file, "a file of groundswell-bench halo_plans");
  std::ifstream in(file);
  std::string line;
  require(std::getline(in, line) && line == first_line, file, " does not begin with the line '", first_line,
          "'; name a file that groundswell-bench halo_plans has written");
  PartPairs pairs;
  std::getline(in, line);
  const std::int64_t n_pair = read_heading(file, line, pairs);
  for (std::int64_t i = 0; i < n_pair; ++i) {
    require(bool(std::getline(in, line)), file, " ends after ", i, " of ", n_pair,
            " pairs; make it again with groundswell-bench halo_plans");
    pairs.pairs.push_back(read_pair(file, line, i + 3, pairs));
  }
  return pairs;
}

}  // namespace groundswell
