// SPDX-License-Identifier: Apache-2.0
// Messages between compute ranks and output servers: notes of shipments, and answers. The first word
// identifies the message; its content follows.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/words.hpp"

namespace groundswell {

enum class ServedWord {
  // Notes. products: what is due, with the date; restart: a slice of a restart, with the date and
  // ServedFacts, which are empty except in the first slice; flush: answer when all that was sent before has
  // been written;
  // finish: no more will come, files get their final names; leave: no more will come, but files keep the
  // suffix .part.
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

}  // namespace groundswell
