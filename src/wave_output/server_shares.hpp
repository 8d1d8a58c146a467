// SPDX-License-Identifier: Apache-2.0
// Which output servers write which kinds of output: either all servers write each file together, or one
// server writes each kind, beginning with the last server, in the order of Tolman 2003, "Running WAVEWATCH
// III on a Linux cluster". If there are more kinds than servers, the assignment is round-robin.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "wave_output/wave_products.hpp"

namespace groundswell {

class ServerShares {
 public:
  explicit ServerShares(const OutputSettings& settings);

  // Whether each server is a team of its own (server_teams.hpp).
  bool by_kind() const { return by_kind_; }
  // The team that writes a kind; 0 if all write together.
  int team_of(OutputKind kind) const;
  std::vector<int> teams_of(const ProductList& products) const;
  // The settings without what other teams write. Restarts are kept.
  OutputSettings settings_of(int team) const;
  // For the log, given the fullest date of a team; empty without servers.
  std::vector<std::string> describe(const ProductList& products, const FullestDate& fullest) const;

 private:
  OutputSettings settings_;
  bool by_kind_;
  std::map<OutputKind, int> teams_;  // for kinds that the run writes
};

}  // namespace groundswell
