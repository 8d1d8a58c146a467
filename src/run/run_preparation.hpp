// SPDX-License-Identifier: Apache-2.0
// From the settings to a run that can take its first step: either resumed from a restart, or started anew.
#pragma once

#include "base/log.hpp"
#include "run/preparation.hpp"
#include "run/run_folder.hpp"
#include "run/run_start.hpp"

namespace groundswell {

class RunPreparation {
 public:
  // All references must outlive this object.
  RunPreparation(const RunConfig& config, const Communicator& world, const Log& log, const ForecastInfo& info,
                 const RunStart& start, RunFolder& folder, EndWatch& watch)
      : config_(config),
        world_(world),
        log_(log),
        info_(info),
        start_(start),
        folder_(folder),
        watch_(watch) {}

  // Makes all checks, reads all input needed before the first step, and changes nothing; the folder of a
  // resumed run is kept locked. Throws Error. Collective.
  Preparation prepare();

 private:
  // Returns the resumed run, a reason why there is none, or neither if the run starts from the beginning.
  Preparation find_start();
  // Whether the last run in the folder had these settings, including its end, and its status is right.
  bool has_nothing_to_write() const;
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
