// SPDX-License-Identifier: Apache-2.0
// From its settings to a run that can take its first step: it goes on from a restart, or begins.
#pragma once

#include "base/log.hpp"
#include "run/preparation.hpp"
#include "run/run_folder.hpp"
#include "run/run_start.hpp"

namespace groundswell {

class RunPreparation {
 public:
  // All must live as long.
  RunPreparation(const RunConfig& config, const Communicator& world, const Log& log, const ForecastInfo& info,
                 const RunStart& start, RunFolder& folder, EndWatch& watch)
      : config_(config),
        world_(world),
        log_(log),
        info_(info),
        start_(start),
        folder_(folder),
        watch_(watch) {}

  // Makes all checks, reads everything that must be known before the first step, and changes nothing; a
  // folder in which the run goes on is held. Throws Error. Collective.
  Preparation prepare();

 private:
  // A run that goes on, why there is none, or neither if the run begins.
  Preparation find_start();
  // Whether the last run in the folder had these settings, its end too.
  bool has_same_settings() const;
  Preparation nothing_to_do() const;

  const RunConfig& config_;
  const Communicator& world_;
  const Log& log_;
  const ForecastInfo& info_;
  const RunStart& start_;
  RunFolder& folder_;
  EndWatch& watch_;
};

}  // namespace groundswell
