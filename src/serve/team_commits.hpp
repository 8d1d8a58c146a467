// SPDX-License-Identifier: Apache-2.0
// Tells the team that writes restarts up to which restart the output of the other teams is on disk, because a
// restart is announced only when the output of all teams up to its date is.
#pragma once

#include <string>
#include <vector>

#include "comm/posted_texts.hpp"
#include "serve/served_words.hpp"
#include "serve/server_teams.hpp"

namespace groundswell {

class TeamCommits {
 public:
  // The teams must outlive this object. Collective on the servers.
  TeamCommits(const RankRoles& roles, const ServerTeams& teams);

  // Says without waiting, on the other teams: committed, once for each restart: everything sent to this team
  // before it is on disk; error: this team will not write anything more, and why; end: it says no more.
  void say(ServedWord what, const std::string& sentence = "");
  // On the team that writes restarts: returns when all other teams have committed their output before its
  // next restart; once for each restart, of which a date may have several. Throws Error with the message of
  // another team if that team has failed.
  void wait_for_others();
  // On the team that writes restarts: whether all other teams have ended, so that none of their notes is
  // under way any more; true on the others.
  bool all_have_ended();

 private:
  static constexpr int tag = 1;  // of what teams say
  void listen();

  const ServerTeams& teams_;
  Communicator servers_;
  PostedTexts posted_;
  std::string error_;             // of another team
  int n_ended_ = 0;               // other teams
  std::vector<int> n_committed_;  // for each team: restarts before which its output is on disk
};

}  // namespace groundswell
