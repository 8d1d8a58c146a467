// SPDX-License-Identifier: Apache-2.0
// The settings of a run as they can be prepared before other runs of its job have written what it reads.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "run/run_config.hpp"

namespace groundswell {

// Before a larger run of the job has written what enters.
RunConfig without_larger_run(RunConfig config);
// Before any run of the job has written anything into the `folders` of all: the sea is calm if the run begins
// with one that another run will write or move. Nothing if it reads more of that. Collective.
std::optional<RunConfig> without_other_runs(const RunConfig& config,
                                            const std::vector<std::filesystem::path>& inputs,
                                            const std::vector<std::filesystem::path>& folders,
                                            const Communicator& world);

}  // namespace groundswell
