// SPDX-License-Identifier: Apache-2.0
// groundswell-bench md: time steps of a molecular-dynamics mini-app, whose halo is exchanged along three axes
// in turn, before and after reordering the ranks.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "bench/commands/network_options.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/network/application_case.hpp"
#include "bench/network/molecular_dynamics.hpp"

namespace groundswell {
namespace {

struct MoleculeBenchOptions {
  NetworkBenchOptions common;
  MoleculeSettings molecules;
  std::vector<int> grid;
  std::string axes = "xyz";
  double step_seconds = 0.004;
};

double total_energy(const MolecularDynamics& atoms) {
  return atoms.kinetic_energy() + atoms.potential_energy();
}

void run_bench_md(const MoleculeBenchOptions& options, const Communicator& world) {
  const RankGrid grid(choose_grid(options.grid, world.size()), parse_axes(options.axes));
  const PlacedRanks ranks = place_ranks(options.common, world, make_grid_pattern(grid), 1).ranks;
  nlohmann::ordered_json report = begin_report("md", ranks);
  const std::vector<Atom> crystal = make_crystal(options.molecules);
  std::vector<std::unique_ptr<MolecularDynamics>> parts;
  std::vector<SteppedApplication> applications;
  for (std::size_t i = 0; i < ranks.n_placement(); ++i) {
    parts.push_back(std::make_unique<MolecularDynamics>(ranks[i], grid, options.molecules, crystal));
    MolecularDynamics& atoms = *parts.back();
    applications.push_back(
        {[&] { atoms.step(options.step_seconds); }, [&] { return atoms.communication_seconds(); }});
  }
  const MolecularDynamics& first = *parts.front();
  const double energy = total_energy(first);
  const ApplicationTimes times = time_application(ranks, applications, options.common.repetitions);
  const double last_energy = total_energy(first);
  require(std::isfinite(last_energy), "the atoms have blown up in steps of ", options.step_seconds,
          "; give a shorter --step");
  report["atoms"] = first.n_atom();
  report["grid"] = grid.extent();
  report["axes"] = options.axes;
  report["repetitions"] = options.common.repetitions;
  report_steps(ranks, "molecular dynamics", fmt::format("{} atoms", crystal.size()), "communication", times,
               report);
  report["new_lists"] = first.n_rebuild();
  report["handed_on"] = first.n_handed_on();
  report["energy"] = {{"at_first", energy}, {"at_last", last_energy}};
  write_report(options.common, ranks, report);
}

}  // namespace

void add_bench_md(CLI::App& bench, Program& program) {
  auto* command =
      bench.add_subcommand("md", "Molecular dynamics in miniature: a halo along three axes in turn");
  command->footer(
      "Start it with mpirun. Atoms attract and repel each other in a periodic box\n"
      "(Lennard-Jones), which is cut into a 3-D grid of processes. A time is that of the\n"
      "slowest rank; its share of communication holds packing and waiting.\n"
      "Example: mpirun -n 8 groundswell-bench md --cells 16 --order new_ranks.txt");
  auto options = std::make_shared<MoleculeBenchOptions>();
  MoleculeSettings& molecules = options->molecules;
  command
      ->add_option("--cells", molecules.cells,
                   "Of the crystal at the start, along each edge, with 4 atoms each")
      ->check(CLI::Range(1, 400))
      ->capture_default_str();
  const auto add_number = [&](const char* name, double& value, const char* text) {
    command->add_option(name, value, text)->check(CLI::PositiveNumber)->capture_default_str();
  };
  add_number("--density", molecules.density, "Of atoms");
  add_number("--temperature", molecules.temperature, "At the start");
  add_number("--cutoff", molecules.cutoff, "Where forces end");
  add_number("--skin", molecules.skin, "How far lists of near atoms reach beyond");
  add_number("--step", options->step_seconds, "Length of a time step");
  add_grid_option(*command, options->grid);
  command->add_option("--axes", options->axes, "Along which ranks follow each other, the first first")
      ->capture_default_str();
  add_network_options(*command, options->common);
  command->callback([options, &program] { run_bench_md(*options, program.world()); });
}

}  // namespace groundswell
