// SPDX-License-Identifier: Apache-2.0
// The result of the preparation of a run.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "run/end_watch.hpp"
#include "run/prepared_run.hpp"
#include "run/run_end.hpp"

namespace groundswell {

// A run, or the reason why there is none: it is to be resumed, but has already reached its end or has no
// usable restart (prepare_to_go_on); or it is nested, and the larger run ended, or this run was asked to end,
// before the larger run reached the date at which this run begins.
struct Preparation {
  std::unique_ptr<PreparedRun> run;
  std::string why_none = {};
  RunEnd end = RunEnd::complete;
};

// Waits until the larger run, if any, has reached a date at which the inflow must be known. Returns nothing
// if it has, otherwise the reason why the run in a folder does not begin. As the wait may be long, signals
// are caught from here on, so that they do not end the job immediately. Collective.
std::optional<Preparation> wait_to_begin(const std::filesystem::path& folder, const Communicator& world,
                                         const ForecastInfo& info, const DateTime& date, EndWatch& watch);

}  // namespace groundswell
