// SPDX-License-Identifier: Apache-2.0
// What follows the words (transport/served_words.hpp) of ranks that compute and of output servers.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "output/packed_series.hpp"
#include "restart/restart_writer.hpp"
#include "transport/served_words.hpp"

namespace groundswell::served {

inline std::string from_files(const std::vector<CompleteFile>& files) {
  std::string lines;
  for (const CompleteFile& file : files) lines += "\n" + file.name + " " + file.first + " " + file.last;
  return lines;
}
// The line for the log, and the files.
inline std::pair<std::string, std::vector<CompleteFile>> to_line_and_files(const std::string& all) {
  std::istringstream lines(all);
  std::string line;
  std::getline(lines, line);
  std::vector<CompleteFile> files;
  for (CompleteFile file; lines >> file.name >> file.first >> file.last;) files.push_back(file);
  return {line, files};
}

// What a server has done, and by the last answer all of them together.
struct ServerCounts {
  double write_seconds = 0.0;      // of the slowest
  std::int64_t bytes = 0;          // written
  std::int64_t highest_queue = 0;  // [B] the most that waited on a server
};
inline std::string from_counts(const ServerCounts& counts) {
  return text(counts.write_seconds, " ", counts.bytes, " ", counts.highest_queue);
}
inline ServerCounts to_counts(const std::string& words) {
  ServerCounts counts;
  std::istringstream(words) >> counts.write_seconds >> counts.bytes >> counts.highest_queue;
  return counts;
}

// Names and values, none of which has a null character.
inline std::string from_facts(const RestartFacts& facts) {
  std::string all;
  for (const auto& [name, value] : facts) all += name + '\0' + value + '\0';
  return all;
}
inline RestartFacts to_facts(const std::string& all) {
  std::vector<std::string> words;
  for (std::size_t begin = 0, end; (end = all.find('\0', begin)) != std::string::npos; begin = end + 1)
    words.push_back(all.substr(begin, end - begin));
  RestartFacts facts;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) facts.emplace_back(words[i], words[i + 1]);
  return facts;
}

}  // namespace groundswell::served
