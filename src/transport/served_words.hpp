// SPDX-License-Identifier: Apache-2.0
// What ranks that compute and output servers say to each other: notes of shipments, and answers. The first
// word says what it is, the rest follows.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace groundswell::served
