// SPDX-License-Identifier: Apache-2.0
// Adapts the settings of a run so that it can be prepared before other runs of its job have written its
// input.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "run/run_config.hpp"

namespace groundswell {

// For use before the larger run of the job has written the inflow: the boundaries become absorbing.
RunConfig without_larger_run(RunConfig config);
// For use before any run of the job has written to any of the `folders`. The sea starts calm if the initial
// one comes from a file that another run will write or move. Returns nothing if the run reads still other
// files that other runs will write or move. Collective.
std::optional<RunConfig> without_other_runs(const RunConfig& config,
                                            const std::vector<std::filesystem::path>& inputs,
                                            const std::vector<std::filesystem::path>& folders,
                                            const Communicator& world);

}  // namespace groundswell
