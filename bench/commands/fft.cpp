// SPDX-License-Identifier: Apache-2.0
// groundswell-bench fft: time steps of a turbulence mini-app, whose Fourier transforms need transposes among
// all ranks, before and after reordering the ranks.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/error.hpp"
#include "bench/commands/network_options.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/network/application_case.hpp"
#include "bench/network/turbulence.hpp"
#include "placement/rank_patterns.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

struct FftBenchOptions {
  NetworkBenchOptions common;
  SlabFftSettings fft;
  double viscosity = 0.01, step_seconds = 0.01;
};

void run_bench_fft(const FftBenchOptions& options, const Communicator& world) {
  const PlacedRanks ranks = place_ranks(options.common, world, make_all_to_all_links, 1).ranks;
  nlohmann::ordered_json report = begin_report("fft", ranks);
  std::vector<std::unique_ptr<Turbulence>> flows;
  std::vector<SteppedApplication> applications;
  for (std::size_t i = 0; i < ranks.n_placement(); ++i) {
    flows.push_back(std::make_unique<Turbulence>(ranks[i], options.fft, options.viscosity));
    Turbulence& flow = *flows.back();
    flow.set_velocity(taylor_green);
    while (world.any(flow.fft().is_timing())) flow.step(options.step_seconds);
    flow.set_velocity(taylor_green);
    applications.push_back(
        {[&] { flow.step(options.step_seconds); }, [&] { return flow.fft().swap_seconds(); }});
  }
  const ApplicationTimes times = time_application(ranks, applications, options.common.repetitions);
  const double energy = flows.front()->energy(), divergence = flows.front()->divergence(),
               nonlinear_gain = flows.front()->nonlinear_gain();
  require(std::isfinite(energy) && std::isfinite(divergence) && std::isfinite(nonlinear_gain),
          "the flow has blown up in steps of ", options.step_seconds, " with the viscosity ",
          options.viscosity, "; give a shorter --step");
  const char* lines = options.fft.to_pencils ? "pencils" : "slabs";
  report["points"] = options.fft.n;
  report["lines"] = lines;
  report["method"] = options.fft.transfer_method;
  report["repetitions"] = options.common.repetitions;
  report_steps(ranks, "turbulence", fmt::format("{}^3 points, {}", options.fft.n, lines), "swaps", times,
               report);
  report["energy"] = energy;
  report["divergence"] = divergence;
  report["nonlinear_gain"] = nonlinear_gain;
  write_report(options.common, ranks, report);
}

}  // namespace

void add_bench_fft(CLI::App& bench, Program& program) {
  auto* command = bench.add_subcommand("fft", "Turbulence in miniature: 3-D Fourier transforms by slabs");
  command->footer(
      "Start it with mpirun. A step has 36 transforms, and in these 12 swaps of planes,\n"
      "of which each moves three fields between all ranks. A time is that of the slowest rank;\n"
      "its share in swaps holds packing and waiting.\n"
      "Example: mpirun -n 8 groundswell-bench fft --points 64 --order new_ranks.txt");
  auto options = std::make_shared<FftBenchOptions>();
  command->add_option("--points", options->fft.n, "Along each axis")
      ->check(CLI::Range(2, 2048))
      ->capture_default_str();
  command->add_flag("--pencils", options->fft.to_pencils,
                    "Deal lines along x out in y and z, not in y alone");
  command->add_option("--method", options->fft.transfer_method, "Of the transfers that swap planes")
      ->check(CLI::IsMember(transfer_method_names()))
      ->capture_default_str();
  command->add_option("--viscosity", options->viscosity, "With speeds of 1 in a box of 2 pi")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--step", options->step_seconds, "Length of a time step")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_network_options(*command, options->common);
  command->callback([options, &program] { run_bench_fft(*options, program.world()); });
}

}  // namespace groundswell
