// SPDX-License-Identifier: Apache-2.0
#include "model/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "base/units.hpp"
#include "base/written_file.hpp"
#include "boundary/constant_boundary.hpp"
#include "comm/together.hpp"
#include "decomp/global_values.hpp"
#include "mesh/open_boundaries.hpp"
#include "model/balance_output.hpp"
#include "model/case_warnings.hpp"
#include "model/checksum.hpp"
#include "model/end_watch.hpp"
#include "model/model.hpp"
#include "model/model_output.hpp"
#include "model/prepared_run.hpp"
#include "model/progress.hpp"
#include "model/served_run.hpp"
#include "output/output.hpp"
#include "output/output_folder.hpp"
#include "output/served_output.hpp"
#include "wave_output/server_shares.hpp"

namespace groundswell {
namespace {

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
  facts.halo_method = config.parallel.halo_method;
  facts.reorder = config.parallel.decomposition.reorder;
  facts.n_moved = domain.n_moved;
  facts.scheme = config.with_propagation ? name_of(config.propagation.scheme) : "off";
  facts.package = config.with_sources ? config.physics.package : "off";
  return facts;
}

// Those of the first computing rank, one per line. Collective.
std::string join_halo_notes(const Model& model) {
  std::string lines;
  for (const std::string& note : model.halo().notes()) lines += (lines.empty() ? "" : "\n") + note;
  model.domain().communicator.broadcast(lines, 0);
  return lines;
}

// Warns of what is allowed but odd; returns the number of warnings. Collective.
std::size_t write_warnings(const Log& log, const RunConfig& config, PreparedRun& run) {
  CaseFacts facts;
  const Model& model = run.model;
  facts.reorder_oddity = model.domain().warning;
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
  facts.output_bytes = run.restarts.bytes();
  for (const auto& product : run.products) {
    facts.output_bytes += product->bytes();
    facts.output_oddities.push_back(product->describe_oddity());
  }
  const std::vector<std::string> oddities = find_oddities(config, facts);
  for (const std::string& sentence : oddities) log.warn(sentence);
  return oddities.size();
}

std::vector<std::string> describe_output(PreparedRun& run) {
  std::vector<std::string> lines = describe_products(run.products);
  if (run.restarts.are_wanted()) lines.push_back(run.restarts.describe());
  for (const std::string& line : ServerShares(run.config.output).describe(run.products, run.fullest))
    lines.push_back(line);
  return lines;
}

void write_summary(const Log& log, const RunFiles& files, const std::string& highest) {
  log.info("the highest sea was " + highest);
  std::string list;
  std::error_code ignored;
  for (const std::string& name : files.written) {
    double bytes = 0.0;
    int n_file = 0;
    for (const std::string& file : list_files_like(files.folder, name)) {
      if (!std::filesystem::is_regular_file(files.folder / file)) continue;
      bytes += double(std::filesystem::file_size(files.folder / file, ignored));
      ++n_file;
    }
    const std::string count = n_file > 1 ? text(n_file, " files, ") : "";
    if (n_file > 0) list += text(list.empty() ? "" : ", ", name, " (", count, format_bytes(bytes), ")");
  }
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

// What enters where no source is there yet.
std::string describe_promise(const WaveFileSettings& file) {
  if (file.expected_dates.empty()) return "nothing";
  return text("spectra of the larger run in the same job, ", file.expected_dates.front().iso(), " to ",
              file.expected_dates.back().iso());
}

// Writes the length and the place of each open boundary, and what enters. Collective.
void write_boundaries(const Log& log, const RunConfig& config, const Communicator& world,
                      const Model& model) {
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
    log.info("  enters    " + (source ? source->describe() : describe_promise(config.boundary.file)));
}

// Collective on all ranks of both roles.
std::unique_ptr<RunOutput> make_output(PreparedRun& run, const RankRoles& roles, const ForecastInfo& info) {
  const OutputSettings& settings = run.config.output;
  const OutputHeader header = make_output_header(run.config, info.case_file);
  if (roles.n_output_server() == 0)
    return std::make_unique<Output>(
        roles.mine(), std::move(run.products), header, run.model.local(), run.goes_on_from,
        RestartStore(settings.folder, settings.restart.keep, info.inputs), after_writing(info.nested));
  wait_for_servers(roles);
  return std::make_unique<ServedOutput>(roles, make_teams(roles, settings), std::move(run.products),
                                        run.model.local(), run.restarts.fields(), settings.servers.memory,
                                        settings.servers.transport);
}

// The steps of a run with what is written at their dates.
class ForecastLoop {
 public:
  ForecastLoop(PreparedRun& run, const RankRoles& roles, const Log& log, const ForecastInfo& info,
               EndWatch& watch)
      : run_(run),
        log_(log),
        watch_(watch),
        larger_(info.larger),
        source_(run.model, run.statistics),
        output_(make_output(run, roles, info)),
        progress_(run.model.state().now, run.model.end()) {}

  // Returns Told::nothing at the end of the run. What was written is in the log, also where it throws.
  Told run() {
    try {
      return run_steps();
    } catch (const std::exception&) {
      write_news();
      throw;
    }
  }

 private:
  Told run_steps() {
    Model& model = run_.model;
    if (!run_.goes_on_from) publish();
    while (!model.at_end()) {
      if (const Told told = wait_for_larger_run(); told != Told::nothing) return leave(told);
      watch_.start_step();
      output_->guard([this, &model] {
        model.step([this] { output_->progress(); });
        source_.end_step();
      });
      publish();
      if (is_new_hour()) say_progress();
      if (run_.restarts.due()) run_.restarts.write(*output_);
      write_news();
      if (model.at_end()) break;
      if (const Told told = watch_.look(model.domain().communicator, seconds_to_leave());
          told != Told::nothing)
        return leave(told);
    }
    // The restart must not have this look: a run that goes on to a later end does not look here.
    if (!is_new_hour()) say_progress();
    output_->finish();
    write_news();
    if (const std::string report = output_->report(); !report.empty()) log_.info(report);
    return Told::nothing;
  }

  // Of a restart, with what has to be written before.
  double seconds_to_leave() const { return output_->longest_restart() + output_->backlog_seconds(); }

  // Until what enters in the next step has come.
  Told wait_for_larger_run() {
    if (larger_ == nullptr) return Told::nothing;
    ScopedTimer timer(run_.model.timers(), "boundary.wait");
    const Communicator& ranks = run_.model.domain().communicator;
    Told told = Told::nothing;
    const auto answer = larger_->wait_for(ranks, run_.model.state().now + run_.config.time.step, [&] {
      output_->progress();
      told = watch_.look_while_waiting(ranks, seconds_to_leave());
      return told != Told::nothing;
    });
    return answer == NestListener::Answer::over ? watch_.end_with_larger_run() : told;
  }

  Told leave(Told told) {
    if (told == Told::to_go_on_later || run_.restarts.are_wanted()) run_.restarts.write(*output_);
    output_->leave();
    write_news();
    return told;
  }

  bool is_new_hour() const {
    return (run_.model.state().now - run_.model.start()) % 3600 < run_.config.time.step;
  }

  void say_progress() {
    output_->guard(
        [&] { log_.info(progress_.line(run_.model.state().now, run_.model.n_step(), run_.highest.now())); });
  }

  void publish() {
    ScopedTimer timer(run_.model.timers(), "output.publish");
    output_->publish(run_.model.state().now, source_);
  }
  void write_news() {
    for (const RunOutput::News& news : output_->take_news())
      news.is_restart ? log_.info(news.line) : log_.note(news.line);
  }

  PreparedRun& run_;
  const Log& log_;
  EndWatch& watch_;
  NestListener* larger_;
  ModelOutput source_;
  std::unique_ptr<RunOutput> output_;
  RunProgress progress_;
};

// Ends a run that was told to end. Without a restart that is an error.
RunEnd end_early(const PreparedRun& run, Told told, const EndWatch& watch, const Log& log) {
  const std::string date = run.model.state().now.iso();
  if (told == Told::to_end && !run.restarts.are_wanted())
    throw ToldToEnd(text("the run was told to end (", watch.why(), ") and did so at ", date,
                         "; its files keep the ending .part and hold all dates up to then"));
  log.info(text("the run was told to end (", watch.why(), ") and did so at ", date,
                " with a restart; `groundswell run --continue` goes on from there"));
  return RunEnd::to_go_on;
}

RunEnd compute_run(const RunConfig& config, const RankRoles& roles, const Log& log, const ForecastInfo& info,
                   FolderStart start) {
  const Communicator& ranks = roles.mine();
  EndWatch watch(config.time.wall_clock_limit, info.since_start, info.signal);
  Preparation prepared;
  run_together_napping(roles.world(),
                       [&] { prepared = prepare_run(config, ranks, log, info, start, watch); });
  const std::unique_ptr<PreparedRun>& run = prepared.run;
  tell_servers(roles, run.get(), prepared.end);
  if (!run) {
    log.info(prepared.why_none);
    return prepared.end;
  }
  Model& model = run->model;
  watch.catch_ends();  // before anything is written
  std::optional<OutputFolder> folder;
  run_together(roles.world(), [&] {
    folder.emplace(ranks, run->files, run->goes_on_from ? FolderStart::go_on : FolderStart::anew);
    run_on_root(ranks, 0, [&] {
      log.open_file(run->files.folder / log_name);
      write_text_file(run->files.folder / resolved_name, info.resolved);
    });
  });
  BannerFacts facts = make_facts(config, model);
  write_banner(log, facts);
  write_warnings(log, config, *run);
  for (const std::string& line : describe_output(*run)) log.info("  " + line);
  for (const std::string& line : model.start_report()) log.info(line);
  if (run->goes_on_from) log.info("the run goes on from " + run->goes_on_from->iso());
  const Stopwatch stopwatch;
  ForecastLoop loop(*run, roles, log, info, watch);
  if (const Told told = loop.run(); told != Told::nothing) return end_early(*run, told, watch, log);
  if (model.cost().is_wanted())
    write_cell_cost(config.parallel.cost_file, model.domain().communicator, model.local(), model.cost(),
                    find_computing_seconds(model.timers()));
  if (config.balance.enabled) write_balance(config, model);

  const double total = stopwatch.seconds();
  const auto rows = reduce_timers(ranks, model.timers());
  log.info(format_timers(rows, total));
  log.info(describe_load(find_load(rows), total));
  if (const std::string notes = join_halo_notes(model); !notes.empty()) log.info(notes);
  log.info(fmt::format("state checksum {:016x}",
                       compute_checksum(model.domain().communicator, model.local(), model.state())));
  facts.memory = reduce_memory(ranks, model.memory());
  facts.placement = find_placement(ranks);
  run_on_root(ranks, 0, [&] {
    write_timers_json(config.output.folder + "/timers.json", facts, rows, total);
    folder->finish();
    write_summary(log, run->files, run->highest.ever());
  });
  return RunEnd::complete;
}

void check_on(const Communicator& ranks, const RunConfig& config, const Log& log, const ForecastInfo& info) {
  RunConfig now = config;
  if (!config.boundary.file.expected_dates.empty()) now.boundary.kind = "absorbing";  // there is no file yet
  EndWatch watch(0, info.since_start, info.signal);
  const Preparation prepared = prepare_run(now, ranks, log, info, FolderStart::anew, watch);
  PreparedRun& run = *prepared.run;
  const Model& model = run.model;
  write_banner(log, make_facts(config, model));
  const std::size_t n_odd = write_warnings(log, config, run);
  const PartitionQuality& quality = model.domain().quality;
  log.info(fmt::format("  load      imbalance {:.3f}, edge cut {}, at most {} neighbours", quality.imbalance,
                       quality.edge_cut, quality.max_neighbours));
  if (const NodeTraffic& nodes = quality.between_nodes; nodes.n_link > 0)
    log.info(fmt::format(
        "  nodes     {} pairs of ranks on different nodes touch, at most {} at one node; a ring of {} cells "
        "crosses, at most {} at one node",
        nodes.n_link, nodes.most_links, nodes.weight, nodes.most_weight));
  write_spacing(log, model);
  if (const SubStepPlan* sub_steps = model.sub_steps())
    log.info(fmt::format(
        "  CFL       {} sub-steps at the lowest frequency, {:.2f} per bin on average, {} passes per step",
        sub_steps->n_sub_step.front(), sub_steps->mean_sub_steps(), sub_steps->passes.size()));
  write_boundaries(log, config, ranks, model);
  for (const std::string& line : model.start_report()) log.info("  start     " + line);
  for (const std::string& line : describe_output(run)) log.info("  output    " + line);
  log.info(fmt::format("  steps     {} of {} s", (model.end() - model.start()) / config.time.step,
                       config.time.step));
  log.info(n_odd == 0 ? "the case is sound"
                      : text("the case can run, but ", n_odd, n_odd == 1 ? " thing is" : " things are",
                             " odd: see the warning", n_odd == 1 ? "" : "s", " above"));
}

}  // namespace

RunEnd run_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, FolderStart start) {
  const RankRoles roles = make_roles(world, config.output.servers);
  if (roles.role() == RankRole::output_server) return serve_run(config, roles, info);
  return compute_run(config, roles, log, info, start);
}

// Output servers wait: mpirun may hang where a rank ends MPI while another one ends the program with an
// error.
void check_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info) {
  const RankRoles roles = make_roles(world, config.output.servers);
  run_together(world, [&] {
    if (roles.role() == RankRole::compute) check_on(roles.mine(), config, log, info);
  });
}

}  // namespace groundswell
