// SPDX-License-Identifier: Apache-2.0
#include "model/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <limits>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/stop_signal.hpp"
#include "base/stopwatch.hpp"
#include "base/units.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "boundary/constant_boundary.hpp"
#include "comm/together.hpp"
#include "decomp/global_values.hpp"
#include "mesh/open_boundaries.hpp"
#include "model/balance_output.hpp"
#include "model/case_warnings.hpp"
#include "model/checksum.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "model/model_output.hpp"
#include "model/progress.hpp"
#include "output/output_folder.hpp"

namespace groundswell {
namespace {

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
  facts.memory = reduce_memory(domain.communicator, model.memory());
  facts.halo_method = config.parallel.decomposition.halo_method;
  facts.scheme = config.with_propagation ? name_of(config.propagation.scheme) : "off";
  facts.package = config.with_sources ? config.physics.package : "off";
  return facts;
}

RunFiles make_run_files(const RunConfig& config, const ProductList& products,
                        const std::vector<std::filesystem::path>& inputs) {
  RunFiles files{config.output.folder, {"resolved.yaml", "timers.json"}, inputs};
  for (const auto& product : products)
    files.written.push_back(std::filesystem::path(product->path()).filename());
  if (config.balance.enabled) files.written.push_back(balance_file_name);
  return files;
}

// Throws Error where the run could not write the costs of cells at its end.
void check_cost_file(const std::filesystem::path& path, const RunFiles& files) {
  if (path.empty()) return;
  for (const std::string& name : files.written)
    require(std::filesystem::weakly_canonical(path) != std::filesystem::weakly_canonical(files.folder / name),
            "parallel.cost_file names '", path.string(),
            "', a file that the run itself writes; name another");
  check_target(path);
  check_folder(std::filesystem::absolute(path).parent_path());
}

// All of a run that reads, and nothing that writes: whatever a run is refused for, it is refused here.
struct PreparedRun {
  PreparedRun(const RunConfig& config, const Communicator& world, const ForecastInfo& info)
      : model(config, world, make_model_mesh(config.mesh, world), memory),
        products(make_model_products(config.output, model)),
        files(make_run_files(config, products, info.inputs)) {
    require(!config.balance.enabled || config.with_sources,
            "balance.enabled asks for the energy balance, but physics.enabled is false; change one of them");
    model.memory().mark("output");
    run_on_root(world, 0, [&] {
      check_run_files(files);
      check_cost_file(config.parallel.cost_file, files);
    });
  }

  MemoryLedger memory;  // as it was at the start
  Model model;
  ProductList products;
  RunFiles files;
};

// Warns of what is allowed but odd; returns the number of warnings. Collective.
std::size_t write_warnings(const Log& log, const RunConfig& config, const PreparedRun& run) {
  CaseFacts facts;
  const Model& model = run.model;
  facts.n_open_edge = model.domain().communicator.sum(std::int64_t(model.open_edges().size()));
  if (const BoundarySource* source = model.boundary()) {
    facts.n_out_of_reach = model.domain().communicator.sum(source->n_out_of_reach());
    facts.boundary_oddity = source->describe_oddity();
  }
  if (config.boundary.kind == "jonswap") {
    const std::vector<std::size_t> box_of = find_boxes(config.boundary.boxes, model.open_edges());
    for (std::size_t box = 0; box < config.boundary.boxes.size(); ++box)
      facts.edges_of_box.push_back(
          model.domain().communicator.sum(std::int64_t(std::ranges::count(box_of, box))));
  }
  for (const auto& product : run.products) facts.output_bytes += product->bytes(model.grid().n_bin());
  const std::vector<std::string> oddities = find_oddities(config, facts);
  for (const std::string& sentence : oddities) log.warn(sentence);
  return oddities.size();
}

// Its owner knows. Collective.
std::string place_of(const Model& model, const CellValue& found) {
  const Communicator& communicator = model.domain().communicator;
  const Mesh& mesh = model.local().mesh;
  std::string place;
  if (const auto cell = std::size_t(found.cell); communicator.rank() == found.part)
    place = format_place(mesh.on_sphere, mesh.lon_cell[cell], mesh.lat_cell[cell], mesh.x_cell[cell],
                         mesh.y_cell[cell]);
  communicator.broadcast(place, found.part);
  return place;
}

// The largest significant height with its place, now and over all calls.
class HighestSea {
 public:
  explicit HighestSea(Model& model) : model_(model) {}

  // "8.30 m at 65.2W 41.0N". Collective.
  std::string now() {
    const View<const float> height = model_.diagnose({}).height();
    const std::vector<double> values(height.begin(), height.end());
    const CellValue highest = find_max_cell(model_.domain().communicator, model_.local(), values);
    const std::string words = fmt::format("{:.2f} m at {}", highest.value, place_of(model_, highest));
    if (ever_.empty() || highest.value > largest_) {
      largest_ = highest.value;
      ever_ = words + ", " + model_.state().now.iso();
    }
    return words;
  }
  const std::string& ever() const { return ever_; }

 private:
  Model& model_;
  double largest_ = 0.0;
  std::string ever_;
};

// A signal to end reaches each rank at a different time; all end after the same step. Collective.
void end_if_told(const StopSignal& signal, const Model& model) {
  const std::int64_t number = model.domain().communicator.max(std::int64_t(signal.received()));
  if (number == 0) return;
  throw Error(text("the run was told to end (", number == SIGINT ? "Ctrl-C" : "SIGTERM", ") and did so at ",
                   model.state().now.iso(),
                   "; its files keep the ending .part and hold all dates up to then"));
}

void write_summary(const Log& log, const RunFiles& files, const std::string& highest) {
  log.info("the highest sea was " + highest);
  std::string list;
  std::error_code ignored;
  for (const std::string& name : files.written)
    list += text(list.empty() ? "" : ", ", name, " (",
                 format_bytes(double(std::filesystem::file_size(files.folder / name, ignored))), ")");
  log.info("files in " + files.folder.string() + ": " + list);
}

// Writes the smallest distance between neighbouring cells, which bounds the time step, and its place.
// Collective.
void write_spacing(const Log& log, const Model& model) {
  const Mesh& mesh = model.local().mesh;
  std::vector<double> minus_nearest(std::size_t(mesh.n_cell), -std::numeric_limits<double>::infinity());
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int k = 0; k < mesh.n_edges_on_cell[std::size_t(cell)]; ++k)
      if (mesh.cell_on_cell(cell, k) >= 0) {
        double& value = minus_nearest[std::size_t(cell)];
        value = std::max(value, -mesh.dc_edge[std::size_t(mesh.edge_on_cell(cell, k))]);
      }
  const CellValue closest = find_max_cell(model.domain().communicator, model.local(), minus_nearest);
  const std::string place = place_of(model, closest);
  if (std::isfinite(closest.value))
    log.info(fmt::format("  spacing   at least {:.4g} km between neighbouring cells, at {}",
                         -closest.value / 1000.0, place));
}

// Writes the length and the place of each open boundary, and what enters. Collective.
void write_boundaries(const Log& log, const Communicator& world, const Model& model) {
  const bool on_sphere = model.local().mesh.on_sphere;
  const BoundarySource* source = model.boundary();
  const std::vector<BoundaryEdge> mine = find_boundary_edges(model.local());
  const std::vector<OpenBoundary> boundaries =
      find_open_boundaries(world.gather(std::span(mine), 0), on_sphere);
  for (const OpenBoundary& boundary : boundaries)
    log.info(fmt::format("  boundary  open over {:.0f} km ({} edges), {}", boundary.length / 1000.0,
                         boundary.n_edge, boundary.place(on_sphere)));
  if (boundaries.empty())
    log.info("  boundary  none is open");
  else
    log.info("  enters    " + (source ? source->describe() : std::string("nothing")));
}

}  // namespace

void run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                  const ForecastInfo& info) {
  PreparedRun run(config, world, info);
  Model& model = run.model;
  const StopSignal signal;  // before anything is written
  OutputFolder folder(world, run.files);
  run_on_root(world, 0, [&] { write_text_file(run.files.folder / "resolved.yaml", info.resolved); });
  BannerFacts facts = make_facts(config, model);
  write_banner(log, facts);
  write_warnings(log, config, run);
  for (const std::string& line : describe_products(run.products, model.grid().n_bin())) log.info("  " + line);
  ModelOutput source(model);
  Output output(model.domain().communicator, std::move(run.products),
                make_header(config, model.grid(), info.case_file), model.local());
  const auto publish = [&] {
    if (!output.anything_due(model.state().now)) return;
    ScopedTimer timer(model.timers(), "output.publish");
    output.publish(model.state().now, source);
  };
  HighestSea highest(model);

  const RunProgress progress(model.start(), model.end());
  const Stopwatch stopwatch;
  publish();
  while (!model.at_end()) {
    model.step();
    publish();
    if (const std::int64_t elapsed = model.state().now - model.start();
        elapsed % 3600 < config.time.step || model.at_end())
      log.info(progress.line(model.state().now, model.n_step(), highest.now()));
    if (!model.at_end()) end_if_told(signal, model);
  }
  output.finish();
  if (model.cost().is_wanted())
    write_cell_cost(config.parallel.cost_file, model.domain().communicator, model.local(), model.cost(),
                    find_computing_seconds(model.timers()));
  if (config.balance.enabled) write_balance(config, model);

  const double total = stopwatch.seconds();
  const auto rows = reduce_timers(world, model.timers());
  log.info(format_timers(rows, total));
  log.info(describe_load(find_load(rows), total));
  log.info(fmt::format("state checksum {:016x}",
                       compute_checksum(model.domain().communicator, model.local(), model.state())));
  facts.memory = reduce_memory(world, model.memory());
  run_on_root(world, 0, [&] {
    write_timers_json(config.output.folder + "/timers.json", facts, rows, total);
    folder.finish();
    write_summary(log, run.files, highest.ever());
  });
}

void check_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info) {
  const PreparedRun run(config, world, info);
  const Model& model = run.model;
  write_banner(log, make_facts(config, model));
  const std::size_t n_odd = write_warnings(log, config, run);
  const PartitionQuality& quality = model.domain().quality;
  log.info(fmt::format("  load      imbalance {:.3f}, edge cut {}, at most {} neighbours", quality.imbalance,
                       quality.edge_cut, quality.max_neighbours));
  write_spacing(log, model);
  if (const SubStepPlan* sub_steps = model.sub_steps())
    log.info(fmt::format(
        "  CFL       {} sub-steps at the lowest frequency, {:.2f} per bin on average, {} passes per step",
        sub_steps->n_sub_step.front(), sub_steps->mean_sub_steps(), sub_steps->passes.size()));
  write_boundaries(log, world, model);
  for (const std::string& line : describe_products(run.products, model.grid().n_bin()))
    log.info("  output    " + line);
  log.info(fmt::format("  steps     {} of {} s", (model.end() - model.start()) / config.time.step,
                       config.time.step));
  log.info(n_odd == 0 ? "the case is sound"
                      : text("the case can run, but ", n_odd, n_odd == 1 ? " thing is" : " things are",
                             " odd: see the warning", n_odd == 1 ? "" : "s", " above"));
}

}  // namespace groundswell
