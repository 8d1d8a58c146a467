// SPDX-License-Identifier: Apache-2.0
// Log messages about a prepared run, before its first step or in a check.
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

// Warns of settings that are allowed but unusual; returns the number of warnings. Collective.
std::size_t write_warnings(const Log& log, const RunConfig& config, PreparedRun& run);

// One line for each file and for each output server.
std::vector<std::string> describe_output(PreparedRun& run);

}  // namespace groundswell
