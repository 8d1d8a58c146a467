// SPDX-License-Identifier: Apache-2.0
// Tells the team that writes restarts up to which date the output of the other teams is on disk, because a
// restart is announced only when the output of all teams up to its date is. The other teams report this
// without waiting.
#pragma once

#include <map>
#include <string>

#include "base/date_time.hpp"
#include "comm/posted_texts.hpp"
#include "serve/server_teams.hpp"

namespace groundswell {

class TeamCommits {
 public:
  // The teams must outlive this object. Collective on the servers.
  TeamCommits(const RankRoles& roles, const ServerTeams& teams);

  // Reports that everything sent to this team up to a date is on disk.
  void say_committed(const DateTime& date);
  // Reports that this team will not write anything more; `sentence` says why.
  void say_failed(const std::string& sentence);
  // On the team that writes restarts: returns when all other teams have committed their output up to a date.
  // Throws Error with the message of another team if that team has failed.
  void wait_for_others(const DateTime& date);

 private:
  void say(const std::string& note);
  void listen();

  const ServerTeams& teams_;
  Communicator servers_;
  PostedTexts posted_;
  std::map<std::string, int> n_committed_;  // other teams that have committed, by date
};

}  // namespace groundswell
