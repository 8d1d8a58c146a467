// SPDX-License-Identifier: Apache-2.0
// What the team that writes restarts must know of the others: a restart is announced when the output of all
// teams is on disk. The others only say so and go on.
#pragma once

#include <map>
#include <string>

#include "base/date_time.hpp"
#include "comm/posted_texts.hpp"
#include "output/server_teams.hpp"

namespace groundswell {

class TeamCommits {
 public:
  // The teams must live as long. Collective on the servers.
  TeamCommits(const RankRoles& roles, const ServerTeams& teams);

  // All that this team was sent up to a date is on disk.
  void say_committed(const DateTime& date);
  // Nothing more will be written by this team.
  void say_failed(const std::string& sentence);
  // Of the team that writes restarts: returns when all others have committed the output up to a date. Throws
  // Error, with the sentence of another team, where that has failed.
  void wait_for_others(const DateTime& date);

 private:
  void say(const std::string& note);
  void listen();

  const ServerTeams& teams_;
  Communicator servers_;
  PostedTexts posted_;
  std::map<std::string, int> n_committed_;  // by date
};

}  // namespace groundswell
