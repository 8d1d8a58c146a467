// SPDX-License-Identifier: Apache-2.0
// Messages between compute ranks and output servers: notes of shipments, and answers. The first word
// identifies the message; its content follows.
#pragma once

#include <string>

#include "base/words.hpp"

namespace groundswell {

enum class ServedWord {
  // Notes. products: what is due, with the date; restart: a slice of a restart, with the date and, in the
  // first slice, the restart's attributes; flush: answer when all that was sent before has been written;
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
  // Answers. date_written, restart_written: the team (server_teams.hpp), the seconds that writing took, a
  // line for the log, empty if the team had nothing to write at that date, and the files that are now
  // complete; error: what went wrong, also sent between servers; end: a team's answer to flush, finish and
  // leave, when it has written what was sent before, with its ServerCounts.
  date_written,
  restart_written,
  error,
  end
};

template <class... Values>
std::string make_note(ServedWord what, const Values&... rest) {
  return WordWriter().add(what, rest...).text();
}

}  // namespace groundswell
