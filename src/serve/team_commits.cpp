// SPDX-License-Identifier: Apache-2.0
#include "serve/team_commits.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "comm/nap.hpp"

namespace groundswell {

TeamCommits::TeamCommits(const RankRoles& roles, const ServerTeams& teams)
    : teams_(teams), servers_(roles.mine().duplicate()), n_committed_(std::size_t(teams.n_team())) {}

// A team of several servers is the only team; it writes the restarts itself and has nobody to notify.
void TeamCommits::say(ServedWord what, const std::string& sentence) {
  if (!teams_.writes_restarts())
    posted_.send(make_note(what, teams_.mine(), sentence), servers_, servers_.size() - 1, tag);
}

void TeamCommits::listen() {
  while (const std::optional<std::string> note = servers_.receive_text_if_any(tag)) {
    WordReader words(*note);
    const auto what = words.next<ServedWord>();
    const auto team = words.next<std::size_t>();
    if (what == ServedWord::committed) ++n_committed_.at(team);
    if (what == ServedWord::error && error_.empty()) error_ = words.next<std::string>();
    if (what == ServedWord::end) ++n_ended_;
  }
}

void TeamCommits::wait_for_others() {
  const int n = ++n_committed_[std::size_t(teams_.mine())];
  nap_until([&] {
    listen();
    require(error_.empty(), error_);
    return std::ranges::all_of(n_committed_, [&](int of_team) { return of_team >= n; });
  });
}

bool TeamCommits::all_have_ended() {
  if (!teams_.writes_restarts()) return true;
  listen();
  return n_ended_ == teams_.n_team() - 1;
}

}  // namespace groundswell
