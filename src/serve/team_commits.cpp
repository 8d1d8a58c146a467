// SPDX-License-Identifier: Apache-2.0
#include "serve/team_commits.hpp"

#include "base/error.hpp"
#include "comm/nap.hpp"
#include "serve/served_words.hpp"

namespace groundswell {
namespace {

constexpr int tag_commit = 1;

}  // namespace

TeamCommits::TeamCommits(const RankRoles& roles, const ServerTeams& teams)
    : teams_(teams), servers_(roles.mine().duplicate()) {}

void TeamCommits::say_committed(const DateTime& date) {
  say(make_note(ServedWord::committed, date.iso()));
}

void TeamCommits::say_failed(const std::string& sentence) {
  say(make_note(ServedWord::error, sentence));
}

// A team of several servers is the only team; it writes the restarts itself and has nobody to notify.
void TeamCommits::say(const std::string& note) {
  if (teams_.writes_restarts()) return;
  posted_.send(note, [&](std::span<const char> characters) {
    return servers_.start_send(characters, servers_.size() - 1, tag_commit);
  });
}

void TeamCommits::listen() {
  while (const std::optional<std::string> note = servers_.receive_text_if_any(tag_commit)) {
    WordReader words(*note);
    const auto what = words.next<ServedWord>();
    const auto rest = words.next<std::string>();
    if (what == ServedWord::error) throw Error(rest);
    ++n_committed_[rest];
  }
}

void TeamCommits::wait_for_others(const DateTime& date) {
  if (teams_.n_team() == 1) return;
  int& n = n_committed_[date.iso()];
  nap_until([&] {
    listen();
    return n == teams_.n_team() - 1;
  });
  n_committed_.erase(date.iso());
}

}  // namespace groundswell
