// SPDX-License-Identifier: Apache-2.0
// Which output servers write which kinds of output: either all servers write each file together, or each kind
// is written by one server. Servers are then assigned to kinds from the last one backwards, round-robin if
// there are more kinds than servers, in the order of kinds in Tolman 2003, "Running WAVEWATCH III on a Linux
// cluster".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "wave_output/wave_products.hpp"

namespace groundswell {

class ServerShares {
 public:
  explicit ServerShares(const OutputSettings& settings);

  // Whether each server writes whole kinds and is a team by itself (server_teams.hpp).
  bool by_kind() const { return by_kind_; }
  // The team that writes a kind; 0 if all servers write together.
  int team_of(OutputKind kind) const;
  std::vector<int> teams_of(const ProductList& products) const;
  // The settings without the output that other teams write. Restart settings are kept.
  OutputSettings settings_of(int team) const;
  // Lines for the log, given the result of find_fullest_date(); none without servers.
  std::vector<std::string> describe(const ProductList& products, const FullestDate& fullest) const;

 private:
  OutputSettings settings_;
  bool by_kind_;
  std::map<OutputKind, int> teams_;  // for kinds that the run writes
};

}  // namespace groundswell
