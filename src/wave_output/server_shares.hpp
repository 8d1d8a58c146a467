// SPDX-License-Identifier: Apache-2.0
// Which output servers write which kinds of output: all servers each file together, or one server each kind,
// from the last server on, in the order of Tolman 2003, "Running WAVEWATCH III on a Linux cluster". Kinds go
// round the servers again where there are more kinds.
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
  // Which team writes a kind; 0 where all write together.
  int team_of(OutputKind kind) const;
  std::vector<int> teams_of(const ProductList& products) const;
  // The settings without what other teams write. Restarts stay.
  OutputSettings settings_of(int team) const;
  // For the log, given the fullest date of a team; nothing without servers.
  std::vector<std::string> describe(const ProductList& products, const FullestDate& fullest) const;

 private:
  OutputSettings settings_;
  bool by_kind_;
  std::map<OutputKind, int> teams_;  // of kinds that the run writes
};

}  // namespace groundswell
