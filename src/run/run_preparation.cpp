// SPDX-License-Identifier: Apache-2.0
#include "run/run_preparation.hpp"

#include <memory>
#include <utility>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "run/going_on.hpp"
#include "run/options_table.hpp"
#include "run/run_status.hpp"

namespace groundswell {

bool RunPreparation::has_nothing_to_write() const {
  bool has_nothing = false;
  run_on_root(world_, 0, [&] {
    has_nothing = had_settings(folder_.path() / resolved_name, config_.model.end(), info_.settings) &&
                  !lags_behind_the_end(folder_.path());
  });
  world_.broadcast(has_nothing, 0);
  return has_nothing;
}

Preparation RunPreparation::nothing_to_do() const {
  return {nullptr,
          text("the run in '", folder_.path().string(), "' has reached its end, ", config_.model.time.end,
               "; there is nothing to do (move time.end to go on)"),
          RunEnd::complete};
}

Preparation RunPreparation::find_start() {
  if (start_.folder != FolderStart::go_on) return {};
  // This needs no lock, as nothing will be written; the folder may be on a read-only disk.
  if (start_.from.empty() && folder_.look().has_finished && has_nothing_to_write()) return nothing_to_do();
  folder_.hold();
  Preparation prepared = prepare_to_go_on(config_, world_, log_, info_, start_, folder_, watch_);
  if (!prepared.run || !prepared.run->model.at_end() || !folder_.look().has_finished || info_.coupling)
    return prepared;  // other components of a coupled job may still have to end
  run_on_root(world_, 0, [&] {
    if (lags_behind_the_end(folder_.path()))
      make_status(*prepared.run).write(RunState::finished, prepared.run->model.state().now, log_);
  });
  return nothing_to_do();
}

Preparation RunPreparation::prepare() {
  Preparation prepared = find_start();
  if (!prepared.run && prepared.why_none.empty()) {
    if (auto none = wait_to_begin(folder_.path(), world_, info_, config_.model.start(), watch_))
      return std::move(*none);
    prepared.run = std::make_unique<PreparedRun>(config_, world_, log_, info_);
  }
  if (prepared.run) check_writing(*prepared.run, folder_, world_);
  return prepared;
}

}  // namespace groundswell
