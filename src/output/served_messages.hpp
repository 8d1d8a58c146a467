// SPDX-License-Identifier: Apache-2.0
// What ranks that compute and output servers say to each other: notes of shipments, and answers. The first
// word says what it is, the rest follows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "output/packed_series.hpp"
#include "restart/restart_writer.hpp"

namespace groundswell::served {

// Notes: of products that are due, with the date; of a slice of a restart, with the date and, with the first
// slice, its facts; that all that came before should be in files; of the end: files get their names, or keep
// the suffix .part.
inline constexpr char products[] = "products", restart[] = "restart", flush[] = "flush", finish[] = "finish",
                      leave[] = "leave";
// Answers: what was written, as the team (server_teams.hpp), the seconds that it took and a line for the log,
// which is empty where the team had nothing to write at that date, and the files that are complete now, a
// line each; what went wrong; the end, also of flushing.
inline constexpr char date_line[] = "date", restart_line[] = "restart", error[] = "error", end[] = "end";

inline std::string make(std::string_view what, std::string_view rest = "") {
  return std::string(what) + " " + std::string(rest);
}
inline std::pair<std::string, std::string> read(const std::string& message) {
  const auto blank = std::ranges::find(message, ' ');
  return {{message.begin(), blank}, blank == message.end() ? "" : std::string(blank + 1, message.end())};
}

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
