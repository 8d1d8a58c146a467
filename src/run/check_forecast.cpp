// SPDX-License-Identifier: Apache-2.0
// The dry run (check) of a case.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "comm/together.hpp"
#include "decomp/global_values.hpp"
#include "mesh/open_boundaries.hpp"
#include "run/forecast.hpp"
#include "run/other_runs.hpp"
#include "run/run_description.hpp"
#include "run/run_preparation.hpp"
#include "run/served_run.hpp"

namespace groundswell {
namespace {

// Writes the smallest distance between neighbouring cells, which limits the time step, and its location.
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

// Describes the inflow of a model without a source: none, or spectra that a larger run has yet to write.
std::string describe_promise(const WaveFileSettings& file) {
  if (file.expected_dates.empty()) return "nothing";
  return text("spectra of the larger run in the same job, ", file.expected_dates.front().iso(), " to ",
              file.expected_dates.back().iso());
}

// Writes the length and the location of each open boundary, and which waves enter. Collective.
void write_boundaries(const Log& log, const RunConfig& config, const Communicator& world,
                      const Model& model) {
  const bool on_sphere = model.local().mesh.on_sphere;
  const BoundarySource* source = model.inflow().source();
  const std::vector<BoundaryEdge> mine = find_boundary_edges(model.local());
  const std::vector<OpenBoundary> boundaries =
      find_open_boundaries(world.gather(std::span(mine), 0), on_sphere);
  for (const OpenBoundary& boundary : boundaries)
    log.info(fmt::format("  boundary  open over {:.0f} km ({} edges), {}", boundary.length / 1000.0,
                         boundary.n_edge, boundary.place(on_sphere)));
  if (boundaries.empty())
    log.info("  boundary  none is open");
  else
    log.info("  enters    " + (source ? source->describe() : describe_promise(config.model.boundary.file)));
}

// States what a check for an assumed number of ranks covers, and what it does not.
void write_assumption(const Log& log, const RunConfig& config, int n_compute) {
  const int n_server = config.output.servers.n_server;
  const DecompositionSettings& parallel = config.model.parallel.decomposition;
  log.info(
      text("  checked   for ", n_compute + n_server, n_compute + n_server == 1 ? " rank" : " ranks", ", ",
           n_compute, " computing and ", n_server, n_server == 1 ? " server" : " servers",
           ": roles, cells per rank, load and shares of servers; on one process, which cannot see memory by "
           "rank, MPI between ranks",
           parallel.partition.kind == default_partition ? "" : ", parts by node",
           parallel.reorder == default_reorder ? "" : ", reordered ranks"));
}

std::string describe_soundness(std::size_t n_warning, const std::string& needs) {
  std::string line = "the case is sound";
  if (n_warning > 0)
    line = text("the case can run, but there ",
                n_warning == 1 ? "is 1 warning" : text("are ", n_warning, " warnings"), " above");
  return needs.empty() ? line : line + "; " + needs;
}

// `n_compute`: the assumed number of computing ranks; 0: the actual number.
void check_on(const Communicator& ranks, const RunConfig& config, const Log& log, const ForecastInfo& info,
              int n_compute, const std::string& needs) {
  RunConfig now = without_larger_run(config);
  now.model.parallel.decomposition.n_judged = n_compute;
  EndWatch watch(0, info.since_start, info.signal);
  RunFolder folder(ranks, now.output.folder, info.inputs);
  const RunStart start;
  const Preparation prepared = RunPreparation(now, ranks, log, info, start, folder, watch).prepare();
  PreparedRun& run = *prepared.run;
  const Model& model = run.model;
  BannerFacts facts = make_facts(config, model);
  if (n_compute > 0) facts.n_rank = n_compute;
  write_banner(log, facts);
  if (n_compute > 0) write_assumption(log, config, n_compute);
  const std::size_t n_warning = write_warnings(log, config, run);
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
  for (const std::string& line : model.forcing().describe()) log.info("  forcing   " + line);
  for (const std::string& line : model.start_report()) log.info("  start     " + line);
  for (const std::string& line : describe_output(run)) log.info("  output    " + line);
  log.info(fmt::format("  steps     {} of {} s",
                       (model.period().end - model.period().begin) / config.model.time.step,
                       config.model.time.step));
  log.info(describe_soundness(n_warning, needs));
}

}  // namespace

// Output servers wait for the end of the check: mpirun may hang if one rank finalises MPI while another one
// terminates with an error.
void check_forecast(const RunConfig& config, const Communicator& world, const Log& log,
                    const ForecastInfo& info, const CheckPlan& plan) {
  const ServerSettings& servers = config.output.servers;
  if (plan.n_rank > 0) {
    const int n_compute = count_compute_ranks(plan.n_rank, servers.n_server);
    if (servers.n_server > 0) check_transport(n_compute, servers.n_server, servers.transport);
    return check_on(world, config, log, info, n_compute, plan.needs);
  }
  const RankRoles roles = make_roles(world, config.output.servers);
  run_together(world, [&] {
    if (roles.role() == RankRole::compute) check_on(roles.mine(), config, log, info, 0, plan.needs);
  });
}

}  // namespace groundswell
