// SPDX-License-Identifier: Apache-2.0
// What a run and its check say about a prepared run before the first step.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "run/prepared_run.hpp"
#include "run/progress.hpp"

namespace groundswell {

// Collective.
BannerFacts make_facts(const RunConfig& config, const Model& model);

// Warns of what is allowed but odd; returns the number of warnings. Collective.
std::size_t write_warnings(const Log& log, const RunConfig& config, PreparedRun& run);

// A line for each file, and for each output server.
std::vector<std::string> describe_output(PreparedRun& run);

}  // namespace groundswell
