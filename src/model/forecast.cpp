// SPDX-License-Identifier: Apache-2.0
#include "model/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "decomp/global_values.hpp"
#include "mesh/open_boundaries.hpp"
#include "model/balance_output.hpp"
#include "model/checksum.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "model/progress.hpp"
#include "output/output_client.hpp"
#include "output/output_folder.hpp"

namespace groundswell {
namespace {

Mesh make_mesh_together(const RunConfig& config, const Communicator& world) {
  Mesh mesh;
  run_together(world, [&] { mesh = make_model_mesh(config.mesh); });
  return mesh;
}

OutputPlan make_plan(const RunConfig& config) {
  return OutputPlan(config.output, config.start(), config.end());
}

OutputHeader make_header(const RunConfig& config, const SpectralGrid& grid, const std::string& case_file) {
  OutputHeader header;
  header.title = config.title;
  header.source = text("Groundswell ", version(), " (", commit(), ")");
  header.history = text("groundswell run ", case_file);
  header.axes.frequencies = grid.frequency();
  header.axes.directions = grid.direction();
  return header;
}

BannerFacts make_facts(const RunConfig& config, const Model& model) {
  const DecomposedMesh& domain = model.domain();
  BannerFacts facts;
  facts.title = config.title;
  facts.n_rank = domain.communicator.size();
  facts.n_cell = domain.local.n_global_cell;
  facts.min_cells_on_rank = domain.quality.min_cells;
  facts.max_cells_on_rank = domain.quality.max_cells;
  facts.mesh = config.mesh.kind == "file" ? config.mesh.file.filename().string() : config.mesh.kind;
  facts.n_freq = model.grid().n_freq();
  facts.n_dir = model.grid().n_dir();
  facts.memory_bytes = double(domain.communicator.sum(std::int64_t(model.memory_bytes())));
  facts.halo_method = config.parallel.decomposition.halo_method;
  facts.scheme = config.with_propagation ? name_of(config.propagation.scheme) : "off";
  facts.package = config.with_sources ? config.physics.package : "off";
  return facts;
}

std::vector<std::int64_t> owned_cells(const LocalMesh& local) {
  return {local.global_cell.begin(), local.global_cell.begin() + local.n_owned};
}

RunFiles make_run_files(const RunConfig& config, const OutputPlan& plan,
                        const std::vector<std::filesystem::path>& inputs) {
  RunFiles files{config.output.folder, {"resolved.yaml", "timers.json"}, inputs};
  for (const OutputKind kind : all_output_kinds)
    if (plan.writes(kind)) files.written.push_back(std::filesystem::path(plan.path(kind)).filename());
  if (config.balance.enabled) files.written.push_back(balance_file_name);
  return files;
}

// All of a run that reads and nothing that writes: what a run can be refused for, it is refused for here.
struct PreparedRun {
  PreparedRun(const RunConfig& config, const Communicator& world, const ForecastInfo& info)
      : whole(make_mesh_together(config, world)),
        model(config, world, whole),
        owned(owned_cells(model.local())),
        layout(model.domain().communicator, make_plan(config), whole, owned),
        files(make_run_files(config, layout.plan(), info.inputs)) {
    require(!config.balance.enabled || config.with_sources,
            "balance.enabled asks for the energy balance, but physics.enabled is false; change one of them");
    run_together(world, [&] { check_fields(); });
    run_on_root(world, 0, [&] { check_run_files(files); });
  }

  // Whether each field can be made.
  void check_fields() {
    for (const OutputKind kind : all_output_kinds) {
      if (!layout.plan().writes(kind)) continue;
      const std::vector<std::string> names = layout.plan().fields_of(kind);
      const Diagnostics& diagnostics = model.diagnose(names);
      for (const std::string& name : names) diagnostics.field(name);
    }
  }

  Mesh whole;
  Model model;
  std::vector<std::int64_t> owned;
  OutputLayout layout;
  RunFiles files;
};

// What is allowed, but not what anyone should want.
void write_warnings(const Log& log, const RunConfig& config, const SpectralGrid& grid) {
  const double last = grid.frequency().back();
  if (config.with_sources && config.forcing.wind.kind != WindKind::none && (last < 0.5 || last > 3.0))
    log.warn(fmt::format(
        "the last frequency is {:.2f} Hz; growth by wind holds for grids that end between 0.5 and 3 Hz: {}",
        last,
        last < 0.5
            ? "below, the short waves that take up the wind are missing; take more frequencies"
            : "above, waves are ripples of surface tension, which the physics leaves out; take fewer"));
}

// One pass over the file's dates: publishes what is due now.
class Publisher {
 public:
  Publisher(const RunConfig& config, const ForecastInfo& info, PreparedRun& run)
      : model_(run.model),
        client_(run.model.domain().communicator, std::move(run.layout),
                make_header(config, run.model.grid(), info.case_file), run.whole, run.owned) {}

  void publish() {
    const DateTime& now = model_.state().now;
    if (!client_.plan().anything_due(now)) return;
    ScopedTimer timer(model_.timers(), "output.publish");
    const std::vector<std::string> names = client_.plan().fields_due(now);
    const Diagnostics& diagnostics = model_.diagnose(names);
    for (const std::string& name : names) client_.publish(now, name, diagnostics.field(name));
    if (client_.plan().due(OutputKind::spectra, now)) publish_spectra(now);
    client_.complete(now);
  }
  OutputClient& client() { return client_; }

 private:
  void publish_spectra(const DateTime& now) {
    const auto& places = client_.local_places();
    RowArray<float> spectra(places.size(), std::size_t(model_.grid().n_bin()));
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto bins =
          make_variance_spectrum(model_.grid(), model_.state().action.row(std::size_t(places[i].cell)),
                                 model_.frame_angle()[std::size_t(places[i].cell)]);
      std::copy(bins.begin(), bins.end(), spectra.row(i));
    }
    client_.publish_spectra(now, spectra.rows());
  }

  Model& model_;
  OutputClient client_;
};

// The largest significant height with its place.
std::string describe_highest(Model& model, const Mesh& whole) {
  const View<const float> height = model.diagnose({}).height();
  const std::vector<double> values(height.begin(), height.end());
  const CellValue highest = find_max_cell(model.domain().communicator, model.local(), values);
  const auto cell = std::size_t(highest.global_cell);
  return fmt::format("{:.2f} m at {}", highest.value,
                     format_place(whole.on_sphere, whole.lon_cell[cell], whole.lat_cell[cell],
                                  whole.x_cell[cell], whole.y_cell[cell]));
}

// Each open boundary: its length, where it is, what feeds it.
void write_boundaries(const Log& log, const Mesh& whole, const BoundarySource* source) {
  const std::vector<OpenBoundary> boundaries = find_open_boundaries(whole);
  for (const OpenBoundary& boundary : boundaries)
    log.info(fmt::format("  boundary  open over {:.0f} km ({} edges), {}: {}", boundary.length / 1000.0,
                         boundary.n_edge, boundary.place(whole.on_sphere),
                         source ? source->describe() : "nothing enters"));
  if (boundaries.empty()) log.info("  boundary  none is open");
}

}  // namespace

void run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                  const ForecastInfo& info) {
  PreparedRun run(config, world, info);
  Model& model = run.model;
  OutputFolder folder(world, run.files);
  run_on_root(world, 0, [&] { write_text_file(run.files.folder / "resolved.yaml", info.resolved); });
  const BannerFacts facts = make_facts(config, model);
  write_banner(log, facts);
  write_warnings(log, config, model.grid());
  for (const std::string& line : run.layout.describe()) log.info("  " + line);
  Publisher publisher(config, info, run);

  const RunProgress progress(config.start(), config.end());
  const auto began = std::chrono::steady_clock::now();
  publisher.publish();
  while (!model.at_end()) {
    model.step();
    publisher.publish();
    if (const std::int64_t elapsed = model.state().now - config.start();
        elapsed % 3600 < config.time.step || model.at_end())
      log.info(progress.line(model.state().now, model.n_step(), describe_highest(model, run.whole)));
  }
  publisher.client().finish();
  if (config.balance.enabled) write_balance(config, model);

  const double total = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const auto rows = reduce_timers(world, model.timers());
  log.info(format_timers(rows, total));
  log.info(fmt::format("state checksum {:016x}",
                       compute_checksum(model.domain().communicator, model.local(), model.state())));
  run_on_root(world, 0, [&] {
    write_timers_json(config.output.folder + "/timers.json", facts, rows, total);
    folder.finish();
  });
}

void check_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info) {
  const PreparedRun run(config, world, info);
  const Model& model = run.model;
  write_banner(log, make_facts(config, model));
  write_warnings(log, config, model.grid());
  const PartitionQuality& quality = model.domain().quality;
  log.info(fmt::format("  load      imbalance {:.3f}, edge cut {}, at most {} neighbours", quality.imbalance,
                       quality.edge_cut, quality.max_neighbours));
  if (const SubStepPlan* sub_steps = model.sub_steps())
    log.info(fmt::format(
        "  CFL       {} sub-steps at the lowest frequency, {:.2f} a bin on average, {} sweeps a step",
        sub_steps->n_sub_step.front(), sub_steps->mean_sub_steps(), sub_steps->sweeps.size()));
  write_boundaries(log, run.whole, model.boundary());
  for (const std::string& line : run.layout.describe()) log.info("  output    " + line);
  log.info(fmt::format("  steps     {} of {} s", (config.end() - config.start()) / config.time.step,
                       config.time.step));
  log.info("the case is sound");
}

}  // namespace groundswell
