// SPDX-License-Identifier: Apache-2.0
#include "run/forecast.hpp"

#include "base/error.hpp"
#include "comm/together.hpp"
#include "run/end_watch.hpp"
#include "run/forecast_run.hpp"
#include "run/other_runs.hpp"
#include "run/run_folder.hpp"
#include "run/run_preparation.hpp"
#include "run/served_run.hpp"

namespace groundswell {
namespace {

RunEnd compute_run(const RunConfig& config, const RankRoles& roles, const Log& log, const ForecastInfo& info,
                   const RunStart& start) {
  ForecastRun run(config, roles, log, info, start);
  if (!run.is_prepared()) return run.end_unbegun();
  run.begin();
  return run.end(run.loop().run());
}

}  // namespace

std::string look_ahead(const RunConfig& config, const Communicator& world, const Log& log,
                       const ForecastInfo& info, const RunStart& start, const JobRuns& job) {
  const std::optional<RunConfig> alone = without_other_runs(config, info.inputs, job.folders, world);
  if (!alone) return "";
  const RankRoles roles = make_roles(world, config.output.servers);
  std::string why;
  run_together_napping(world, [&] {
    if (roles.role() == RankRole::output_server) return;
    EndWatch watch(0, info.since_start, info.signal);
    RunFolder folder(roles.mine(), alone->output.folder, info.inputs);
    const Preparation prepared =
        RunPreparation(*alone, roles.mine(), log, info, start, folder, watch).prepare();
    if (prepared.end == RunEnd::nothing_left) why = prepared.why_none;
    require(
        job.in_turn || alone->model.initial.kind == config.model.initial.kind || !prepared.run ||
            prepared.run->goes_on_from,
        "the run would begin with a sea (initial) from the folder of another run of this job, which runs at "
        "the same time; start the job on one process, which makes its runs one after another, or name a "
        "file elsewhere");
  });
  return why;
}

RunEnd run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, const RunStart& start) {
  const RankRoles roles = make_roles(world, config.output.servers);
  if (roles.role() == RankRole::output_server) return serve_run(config, roles, info);
  return compute_run(config, roles, log, info, start);
}

}  // namespace groundswell
