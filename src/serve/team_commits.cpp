// SPDX-License-Identifier: Apache-2.0
#include "serve/team_commits.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/nap.hpp"
#include "serve/served_words.hpp"

namespace groundswell {
namespace {

constexpr int tag_commit = 1;

}  // namespace

TeamCommits::TeamCommits(const RankRoles& roles, const ServerTeams& teams)
    : teams_(teams), servers_(roles.mine().duplicate()), n_committed_(std::size_t(teams.n_team())) {}

void TeamCommits::say_committed() {
  say(make_note(ServedWord::committed, teams_.mine()));
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
    if (what == ServedWord::error) throw Error(words.next<std::string>());
    if (what == ServedWord::end)
      ++n_ended_;
    else
      ++n_committed_.at(words.next<std::size_t>());
  }
}

void TeamCommits::say_end() {
  say(make_note(ServedWord::end));
}

bool TeamCommits::all_have_ended() {
  if (!teams_.writes_restarts()) return true;
  try {
    listen();
  } catch (const Error&) {  // what a team has said before its end
  }
  return n_ended_ == teams_.n_team() - 1;
}

void TeamCommits::wait_for_others() {
  const int n = ++n_committed_[std::size_t(teams_.mine())];
  if (teams_.n_team() == 1) return;
  nap_until([&] {
    listen();
    return std::ranges::all_of(n_committed_, [&](int of_team) { return of_team >= n; });
  });
}

}  // namespace groundswell
