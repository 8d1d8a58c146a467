// SPDX-License-Identifier: Apache-2.0
// Messages between compute ranks and output servers: notes of shipments, and answers. The first word
// identifies the message; its content follows.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/words.hpp"

namespace groundswell {

enum class ServedWord {
  // Notes. products: what is due, with the date; restart: a slice of a restart, with the date and
  // ServedFacts, which are empty except in the first slice; flush: answer when all that was sent before has
  // been written; finish: no more will come, files get their final names; leave: no more will come, but files
  // keep the suffix .part.
  products,
  restart,
  flush,
  finish,
  leave,
  // Between servers. committed: all that was sent to a team, with its number, before its next restart is on
  // disk.
  committed,
  // Answers. written: a date or a restart, with the team (server_teams.hpp), the seconds that writing took,
  // and WrittenNews; error: what went wrong, also sent between servers; end: a team's answer to flush, finish
  // and leave, when it has written what was sent before, with its ServerCounts.
  written,
  error,
  end
};

// What a restart says of itself, by name.
using ServedFacts = std::vector<std::pair<std::string, std::string>>;

template <class... Values>
std::string make_note(ServedWord what, const Values&... rest) {
  return WordWriter().add(what, rest...).text();
}

// A file of output to which nothing will be added, with its first and last date.
struct CompleteFile {
  std::string name;  // file name without the folder
  std::string first, last;
  static auto words(auto& self) { return std::tie(self.name, self.first, self.last); }
};

// What a team wrote at a date, or of a restart: a line for the log and for status.json, "" if nothing, and
// the files that are now complete.
struct WrittenNews {
  std::string line;
  std::vector<CompleteFile> complete;
  bool is_restart = false;

  // A date was also written into this file.
  void add_file(const std::string& date, const std::string& name) {
    line += (line.empty() ? "wrote " + date + " into " : ", ") + name;
  }
  static auto words(auto& self) { return std::tie(self.line, self.complete, self.is_restart); }
};

// Keeps the newest 1000, as nobody may ask for them.
inline void add_news(std::vector<WrittenNews>& all, WrittenNews news) {
  constexpr std::size_t most = 1000;
  if (all.size() >= most) all.erase(all.begin());
  all.push_back(std::move(news));
}

// The work of a team's servers up to its answer `end`.
struct ServerCounts {
  double write_seconds = 0.0;      // of the slowest server
  std::int64_t bytes = 0;          // written
  std::int64_t highest_queue = 0;  // [B] maximum of the data waiting on a server
  static auto words(auto& self) { return std::tie(self.write_seconds, self.bytes, self.highest_queue); }
};

}  // namespace groundswell
