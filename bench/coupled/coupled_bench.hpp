// SPDX-License-Identifier: Apache-2.0
// Whole runs of two components, with methods of transfer in turns.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "bench/coupled/coupled_method.hpp"
#include "bench/coupled/coupled_settings.hpp"
#include "bench/measure/ratios.hpp"

namespace groundswell {

struct CoupledResult {
  std::vector<CoupledMethodResult> methods;
  // Of the medians of run times; the latter only if both methods have been measured.
  std::optional<Ratio> adaptive_to_p2p;
  bool is_decided(const CoupledSettings& settings) const {
    const bool has_interval =
        adaptive_to_p2p && methods.front().seconds.size() > 1;  // one round has no width
    return has_interval && adaptive_to_p2p->width() < settings.widest_interval;
  }
};

// Throws Error if the number of processes is odd, or as the components and transfers do. All processes get
// the same result. Collective.
CoupledResult run_coupled(const CoupledSettings& settings, const Communicator& both);

nlohmann::ordered_json to_json(const CoupledSettings& settings, const CoupledResult& result);
void print(const CoupledSettings& settings, const CoupledResult& result);

}  // namespace groundswell
