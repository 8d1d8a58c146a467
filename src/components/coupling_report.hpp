// SPDX-License-Identifier: Apache-2.0
// What the exchange of fields has cost a component.
#pragma once

#include <string>
#include <vector>

#include "base/log.hpp"
#include "comm/communicator.hpp"
#include "coupling/coupler.hpp"

namespace groundswell {

struct CouplingReport {
  // What it has waited for: the longest of its processes.
  std::vector<CouplingWait> waits;
  // What it has done beside waiting: the most of its processes, part by part.
  CouplingWork work;
  // How the method of each pair was chosen.
  struct Pair {
    std::string name;  // "winds -> waves"
    int n_timed = 0;   // transfers timed by an adaptive method before the first step
    double seconds = 0.0;
  };
  std::vector<Pair> pairs;
};

// Also writes it to the log. Collective.
CouplingReport report_coupling(const Coupler& coupler, const Communicator& ranks, const Log& log);

}  // namespace groundswell
