// SPDX-License-Identifier: Apache-2.0
// The settings of a run for a preparation before other runs of its job have written what it reads.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "run/run_config.hpp"

namespace groundswell {

// Before a larger run of the job has written the inflow.
RunConfig without_larger_run(RunConfig config);
// Before any run of the job has written to any of the `folders`: the sea is calm if the initial one comes
// from a file that another run will write or move. Nothing if the run reads further such files. Collective.
std::optional<RunConfig> without_other_runs(const RunConfig& config,
                                            const std::vector<std::filesystem::path>& inputs,
                                            const std::vector<std::filesystem::path>& folders,
                                            const Communicator& world);

}  // namespace groundswell
