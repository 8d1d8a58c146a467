// SPDX-License-Identifier: Apache-2.0
// What ranks that compute and output servers say to each other: notes of shipments, and answers. The first
// word says what it is, the rest follows.
#pragma once

#include <string>

#include "base/words.hpp"

namespace groundswell {

enum class ServedWord {
  // Notes: of products that are due, with the date; of a slice of a restart, with the date and, with the
  // first slice, its facts; that all that came before should be in files; of the end: files get their names,
  // or keep the suffix .part.
  products,
  restart,
  flush,
  finish,
  leave,
  // Between servers: what a team was sent up to a date is on disk.
  committed,
  // Answers: what was written, as the team (server_teams.hpp), the seconds that it took, a line for the log,
  // which is empty if the team had nothing to write at that date, and the files that are complete now; what
  // went wrong; the end, also of flushing.
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
