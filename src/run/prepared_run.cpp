// SPDX-License-Identifier: Apache-2.0
#include "run/prepared_run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "model/flux_fields.hpp"
#include "model/hot_start.hpp"
#include "model/model_fields.hpp"
#include "model/model_mesh.hpp"
#include "run/balance_output.hpp"
#include "run/model_output.hpp"
#include "run/wave_fields.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

std::vector<std::string> list_written(const RunConfig& config, const ProductList& products) {
  std::vector<std::string> written{log_name,      resolved_name, "timers.json",
                                   manifest_name, status_name,   restart_names};
  for (const auto& product : products)
    for (const std::string& name : product->file_names()) written.push_back(name);
  if (config.balance.enabled) written.push_back(balance_file_name);
  return written;
}

// Throws Error if the run could not write the cell costs at its end.
void check_cost_file(const std::filesystem::path& path, const std::filesystem::path& folder,
                     const std::vector<std::string>& written) {
  if (path.empty()) return;
  for (const std::string& name : written)
    require(resolved_path(path) != resolved_path(folder / name), "parallel.cost_file names '", path.string(),
            "', a file that the run itself writes; name another");
  check_target(path);
  check_folder(std::filesystem::absolute(path).parent_path());
}

// Finds the date with the most output for servers. Throws Error, on all ranks, if that output exceeds a
// server's memory. Collective.
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
                           : " on each server; raise it, or use more servers (output.servers)");
}

// Null for a run that exchanges no fields, also in a check of a component without the others.
std::unique_ptr<WaveCoupling> make_coupling(const ForcingSettings& forcing, const Communicator& ranks,
                                            const ForecastInfo& info, const std::optional<DateTime>& from) {
  if (info.coupling == nullptr || info.is_alone) return nullptr;
  CouplerSetup setup = *info.coupling;
  setup.from = from;
  return std::make_unique<WaveCoupling>(forcing, ranks, std::move(setup));
}

ModelSources make_sources(const ForcingSettings& forcing, const ForecastInfo& info, WaveCoupling* coupling) {
  if (coupling) return coupling->sources();
  if (info.driven) return info.driven->sources();
  return info.is_alone ? make_placeholder_sources(forcing) : ModelSources{};
}

// The settings of a run that computes what the sources move if it writes or gives that; a program that makes
// the steps may ask for it at any date.
RunConfig with_wanted_fluxes(RunConfig config, const ForecastInfo& info) {
  const OutputSettings& output = config.output;
  bool& wanted = config.model.keep_fluxes;
  wanted = info.driven != nullptr;
  for (const auto& [schedule, names] : {std::pair(output.mesh.interval, &output.mesh.fields),
                                        {output.lat_lon.interval, &output.lat_lon.variables},
                                        {output.points.interval, &output.points.fields}})
    wanted = wanted || (schedule != 0 && std::ranges::any_of(*names, is_of_flux_field));
  if (info.coupling)
    for (const CoupledFieldSettings& field : info.coupling->settings.fields)
      wanted =
          wanted || (field.source == info.coupling->components[std::size_t(info.coupling->component)].name &&
                     is_of_flux_field(field.name_in_source()));
  return config;
}

}  // namespace

PreparedRun::PreparedRun(const RunConfig& settings, const Communicator& world, const Log& log,
                         const ForecastInfo& info, const std::optional<DateTime>& from)
    : config(with_wanted_fluxes(settings, info)),
      coupling(make_coupling(config.model.forcing, world, info, from)),
      model(config.model, world, make_model_mesh(config.model.mesh, world),
            make_sources(config.model.forcing, info, coupling.get()), memory, from),
      highest(model),
      products(make_model_products(config.output, model)),
      statistics(products, fields_and_statistics(), std::size_t(model.local().n_owned)),
      restarts({config.output.folder, config.output.restart, config.title,
                name_of(calendars, config.model.time.calendar), info.settings, info.inputs},
               describe_sea(config.model, model.domain(), model.grid()), config.model.initial, model, highest,
               statistics, products, log, coupling.get()),
      network(model.domain().communicator, config.network_watch, log),
      written(list_written(config, products)) {
  require(!config.balance.enabled || config.model.with_sources,
          "balance.enabled asks for the energy balance, but physics.enabled is false; change one of them");
  require(!config.balance.enabled || !model.local().mesh.on_sphere || std::abs(config.balance.lat) <= 90.0,
          "balance.lat is ", config.balance.lat, "; latitudes go from -90 to 90");
  if (coupling) coupling->connect(model.local());
  model.measures().memory.mark("output");
}

void check_writing(PreparedRun& run, const RunFolder& folder, const Communicator& world) {
  find_fullest(run, world);
  run_on_root(world, 0, [&] {
    run.restarts.check_targets();
    folder.check(run.written, run.folder_start());
    check_cost_file(run.config.model.parallel.cost_file, folder.path(), run.written);
  });
}

}  // namespace groundswell
