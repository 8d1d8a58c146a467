// SPDX-License-Identifier: Apache-2.0
// What the preparation of a run comes to.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "run/end_watch.hpp"
#include "run/prepared_run.hpp"
#include "run/run_end.hpp"

namespace groundswell {

// A run, or why there is none: it should go on, but has reached its end already, or has nothing to go on from
// (prepare_to_go_on); or it is nested in one that has not come to the date at which it begins, and one of the
// two has ended or was told to.
struct Preparation {
  std::unique_ptr<PreparedRun> run;
  std::string why_none = {};
  RunEnd end = RunEnd::complete;
};

// Waits until the larger run has come to a date, at which what enters must be known. Otherwise says why the
// run in a folder does not begin. The larger one may take long: whatever ends it meanwhile must not end the
// job at once. Collective.
std::optional<Preparation> wait_to_begin(const std::filesystem::path& folder, const Communicator& world,
                                         const ForecastInfo& info, const DateTime& date, EndWatch& watch);

}  // namespace groundswell
