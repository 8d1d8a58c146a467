// SPDX-License-Identifier: Apache-2.0
// A run on the ranks that compute, from its preparation to the last line of its log.
#pragma once

#include <memory>
#include <optional>

#include "base/log.hpp"
#include "base/stopwatch.hpp"
#include "comm/rank_roles.hpp"
#include "run/forecast_info.hpp"
#include "run/forecast_loop.hpp"
#include "run/preparation.hpp"
#include "run/run_config.hpp"
#include "run/run_description.hpp"
#include "run/run_end.hpp"
#include "run/run_folder.hpp"
#include "run/run_start.hpp"

namespace groundswell {

class ForecastRun {
 public:
  // Prepares the run; nothing is changed on disk. All references must outlive this object. Throws Error.
  // Collective, with output servers also on these.
  ForecastRun(const RunConfig& config, const RankRoles& roles, const Log& log, const ForecastInfo& info,
              const RunStart& start);

  // Whether there is something to run.
  bool is_prepared() const { return prepared_.run != nullptr; }
  // What a run that is not prepared ends with. Throws NothingLeft if it was to be resumed, but cannot.
  RunEnd end_unbegun() const;
  PreparedRun& prepared() { return *prepared_.run; }

  // Takes the folder, opens the log and makes the loop. Collective, as the constructor.
  void begin();
  bool has_begun() const { return loop_.has_value(); }
  ForecastLoop& loop() { return *loop_; }
  // Writes the files of the end, after the loop has ended with `told`. Throws ToldToEnd. Collective.
  RunEnd end(Told told);

 private:
  const RunConfig& config_;
  const RankRoles& roles_;
  const Log& log_;
  const ForecastInfo& info_;
  EndWatch watch_;
  RunFolder folder_;
  Preparation prepared_;
  BannerFacts facts_;
  Stopwatch stopwatch_;
  std::optional<ForecastLoop> loop_;
};

}  // namespace groundswell
