// SPDX-License-Identifier: Apache-2.0
#include "run/prepared_run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "model/model_fields.hpp"
#include "model/model_mesh.hpp"
#include "output/folder_record.hpp"
#include "run/balance_output.hpp"
#include "run/going_on.hpp"
#include "run/model_output.hpp"
#include "run/options_table.hpp"
#include "run/settings_difference.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

RunFiles make_run_files(const RunConfig& config, const ProductList& products,
                        const std::vector<std::filesystem::path>& inputs) {
  RunFiles files{config.output.folder,
                 {log_name, resolved_name, "timers.json", manifest_name, status_name, restart_names},
                 inputs};
  for (const auto& product : products)
    for (const std::string& name : product->file_names()) files.written.push_back(name);
  if (config.balance.enabled) files.written.push_back(balance_file_name);
  return files;
}

// Throws Error where the run could not write the costs of cells at its end.
void check_cost_file(const std::filesystem::path& path, const RunFiles& files) {
  if (path.empty()) return;
  for (const std::string& name : files.written)
    require(resolved_path(path) != resolved_path(files.folder / name), "parallel.cost_file names '",
            path.string(), "', a file that the run itself writes; name another");
  check_target(path);
  check_folder(std::filesystem::absolute(path).parent_path());
}

void check_files(const PreparedRun& run, const Communicator& world, const HeldFolder& held) {
  run_on_root(world, 0, [&] {
    run.restarts.check_targets();
    check_run_files(run.files, run.folder_start(), held);
    check_cost_file(run.config.model.parallel.cost_file, run.files);
  });
}

// Throws Error, on all ranks, where a server has no room for what a date sends to it. Collective.
void find_fullest(PreparedRun& run, const Communicator& world) {
  const ServerSettings& servers = run.config.output.servers;
  if (servers.n_server == 0) return;
  const ServerShares shares(run.config.output);
  run.fullest = find_fullest_date(run.products, shares.teams_of(run.products), world);
  const int n_writing = shares.by_kind() ? 1 : servers.n_server;
  const std::int64_t on_each = (run.fullest.bytes + n_writing - 1) / n_writing;
  require(on_each <= servers.memory, "output.server_memory is ", format_bytes(double(servers.memory)),
          ", but the output of ", run.fullest.date.iso(), " alone takes ", format_bytes(double(on_each)),
          shares.by_kind() ? " on one server; raise it, or set output.serve to together"
                           : " on each server; raise it, or take more servers (output.servers)");
}

// Whether a run with the settings of that file, wherever its files lay, is the present one.
bool has_these_settings(const std::filesystem::path& resolved, const RunConfig& config,
                        const SettingValues& settings) {
  if (!std::filesystem::is_regular_file(resolved)) return false;
  RunConfig earlier;
  try {
    read_run_config(resolved, earlier);
  } catch (const Error&) {
    return false;
  }
  return earlier.model.end() == config.model.end() &&
         find_difference(make_options_table(earlier).list_lasting_values(), settings).empty();
}

// Whether the last run in the output folder had these settings, its end too. Collective.
bool has_same_settings(const RunConfig& config, const Communicator& world, const ForecastInfo& info) {
  bool is_same = false;
  run_on_root(world, 0, [&] {
    is_same = has_these_settings(config.output.folder / resolved_name, config, info.settings);
  });
  world.broadcast(is_same, 0);
  return is_same;
}

Preparation nothing_to_do(const RunConfig& config) {
  return {nullptr,
          text("the run in '", config.output.folder.string(), "' has reached its end, ",
               config.model.time.end, "; there is nothing to do (move time.end to go on)"),
          RunEnd::complete};
}

// Files in the folders of other runs of a job, which these will write or move; what nobody recorded there
// stays as it is.
class OthersFiles {
 public:
  OthersFiles(const RunConfig& config, const std::vector<std::filesystem::path>& folders) {
    const std::filesystem::path own = resolved_path(config.output.folder);
    for (const std::filesystem::path& folder : folders)
      if (const std::filesystem::path place = resolved_path(folder); place != own)
        recorded_[place] = find_recorded(place).files;
  }
  bool operator()(const std::filesystem::path& path) const {
    if (path.empty()) return false;
    const std::filesystem::path file = resolved_path(path);
    const auto place = recorded_.find(file.parent_path());
    if (place == recorded_.end()) return false;
    return !std::filesystem::exists(file) ||
           std::ranges::find(place->second, file.filename().string()) != place->second.end();
  }

 private:
  std::map<std::filesystem::path, std::vector<std::string>> recorded_;  // by folder
};

}  // namespace

PreparedRun::PreparedRun(const RunConfig& settings, const Communicator& world, const Log& log,
                         const ForecastInfo& info, const std::optional<DateTime>& from)
    : config(settings),
      model(config.model, world, make_model_mesh(config.model.mesh, world), {}, memory, from),
      highest(model),
      products(make_model_products(config.output, model)),
      statistics(products, fields_and_statistics(), std::size_t(model.local().n_owned)),
      restarts(config, info.settings, info.inputs, model, highest, statistics, products, log),
      files(make_run_files(config, products, info.inputs)) {
  require(!config.balance.enabled || config.model.with_sources,
          "balance.enabled asks for the energy balance, but physics.enabled is false; change one of them");
  require(!config.balance.enabled || !model.local().mesh.on_sphere || std::abs(config.balance.lat) <= 90.0,
          "balance.lat is ", config.balance.lat, "; latitudes go from -90 to 90");
  model.memory().mark("output");
}

std::optional<Preparation> wait_to_begin(const RunConfig& config, const Communicator& world,
                                         const ForecastInfo& info, const DateTime& date, EndWatch& watch) {
  if (info.larger == nullptr) return {};
  watch.catch_ends();
  const auto answer =
      info.larger->wait_for(world, date, [&] { return watch.look_for_signal(world) != Told::nothing; });
  if (answer == NestListener::Answer::come) return {};
  const std::string why = answer == NestListener::Answer::over
                              ? "the run that it is nested in ended before"
                              : text("it was told to end (", watch.why(), ")");
  return Preparation{nullptr,
                     text("the run in '", config.output.folder.string(), "' did not begin at ", date.iso(),
                          ", as ", why, "; `groundswell run --continue` goes on"),
                     RunEnd::to_go_on};
}

RunConfig without_larger_run(RunConfig config) {
  if (!config.model.boundary.file.expected_dates.empty())
    config.model.boundary.kind = BoundaryKind::absorbing;
  return config;
}

std::optional<RunConfig> without_other_runs(const RunConfig& config,
                                            const std::vector<std::filesystem::path>& inputs,
                                            const std::vector<std::filesystem::path>& folders,
                                            const Communicator& world) {
  RunConfig alone = without_larger_run(config);
  bool is_calm = false, reads_more = false;
  run_on_root(world, 0, [&] {
    const OthersFiles others(config, folders);
    std::vector<std::filesystem::path> left_out = config.model.initial.file.files;
    left_out.push_back(config.model.initial.restart);
    is_calm = std::ranges::any_of(left_out, others);
    left_out.push_back(config.model.parallel.cost_file);
    if (alone.model.boundary.kind != config.model.boundary.kind)
      left_out.insert(left_out.end(), config.model.boundary.file.files.begin(),
                      config.model.boundary.file.files.end());
    const auto is_left_out = [&](const std::filesystem::path& input) {
      return std::ranges::any_of(left_out, [&](const std::filesystem::path& file) {
        return !file.empty() && resolved_path(file) == resolved_path(input);
      });
    };
    reads_more = std::ranges::any_of(
        inputs, [&](const std::filesystem::path& input) { return others(input) && !is_left_out(input); });
  });
  world.broadcast(is_calm, 0);
  world.broadcast(reads_more, 0);
  if (reads_more) return {};
  if (is_calm) alone.model.initial.kind = InitialKind::calm;
  return alone;
}

Preparation find_start(const RunConfig& config, const Communicator& world, const Log& log,
                       const ForecastInfo& info, const RunStart& start, EndWatch& watch) {
  if (start.folder != FolderStart::go_on) return {};
  const auto has_finished = [&] {
    return look_at_folder(config.output.folder, info.inputs, world).has_finished;
  };
  // Nobody writes there, and it may be on a disk that nobody can write.
  if (start.from.empty() && has_finished() && has_same_settings(config, world, info))
    return nothing_to_do(config);
  HeldFolder held = hold_folder(world, config.output.folder);
  Preparation prepared = prepare_to_go_on(config, world, log, info, start, watch);
  if (prepared.run && prepared.run->model.at_end() && has_finished()) return nothing_to_do(config);
  prepared.held = std::move(held);
  return prepared;
}

Preparation prepare_run(const RunConfig& config, const Communicator& world, const Log& log,
                        const ForecastInfo& info, const RunStart& start, EndWatch& watch) {
  Preparation prepared = find_start(config, world, log, info, start, watch);
  if (!prepared.run && prepared.why_none.empty()) {
    if (auto none = wait_to_begin(config, world, info, config.model.start(), watch)) return std::move(*none);
    prepared.run = std::make_unique<PreparedRun>(config, world, log, info);
  }
  if (prepared.run) find_fullest(*prepared.run, world);
  if (prepared.run) check_files(*prepared.run, world, prepared.held);
  return prepared;
}

}  // namespace groundswell
