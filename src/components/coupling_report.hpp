// SPDX-License-Identifier: Apache-2.0
// What the exchange of fields has cost a component.
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "coupling/coupler.hpp"

namespace groundswell {

struct CouplingReport {
  // What it has waited for: the longest of its processes.
  std::vector<CouplingWait> waits;
  // How the method of each pair was chosen.
  struct Pair {
    std::string name;  // "winds -> waves"
    int n_timed = 0;   // transfers timed by an adaptive method before the first step
    double seconds = 0.0;
  };
  std::vector<Pair> pairs;

  // Lines for the log.
  std::vector<std::string> lines() const;
};

// Collective.
CouplingReport make_coupling_report(const Coupler& coupler, const Communicator& ranks);

}  // namespace groundswell
