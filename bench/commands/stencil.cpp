// SPDX-License-Identifier: Apache-2.0
// groundswell-bench stencil: the cost of sending a unit of data to the 26 neighbours in a process grid, by
// mode, order of the axes and size, with and without computation, before and after reordering the ranks.
#include <fmt/format.h>

#include <memory>

#include "base/names.hpp"
#include "bench/commands/network_options.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/network/stencil_case.hpp"
#include "bench/network/stencil_exchange.hpp"

namespace groundswell {
namespace {

struct StencilBenchOptions {
  NetworkBenchOptions common;
  std::vector<std::int64_t> bytes{2048, 8192};
  std::vector<int> grid;
  std::vector<std::string> axes{"xyz", "yzx", "zxy"}, modes = names_of(stencil_modes()),
                                                      computing{"no", "yes"};
};

void run_bench_stencil(const StencilBenchOptions& options, const Communicator& world) {
  StencilSettings settings;
  settings.extent = choose_grid(options.grid, world.size());
  const BenchPattern pattern = make_grid_pattern(RankGrid(settings.extent));
  const auto [ranks, hosts] = place_ranks(options.common, world, pattern, options.bytes.back());
  nlohmann::ordered_json report = begin_report("stencil", ranks);
  settings.modes = options.modes;
  settings.repetitions = options.common.repetitions;
  print_placed_heading(ranks, "unit, axes, mode");
  for (const std::int64_t bytes : options.bytes)
    for (const std::string& axes : options.axes)
      for (const std::string& computes : options.computing) {
        settings.unit_bytes = bytes;
        settings.axes = axes;
        settings.computes = computes == "yes";
        const StencilResult result = time_stencil(ranks, settings);
        std::vector<double> predicted;
        if (axes == "xyz" && !settings.computes) predicted = hosts.predict(ranks, pattern, bytes);
        for (std::size_t mode = 0; mode < settings.modes.size(); ++mode)
          print_placed_times(ranks,
                             fmt::format("{} {} {}{}", bytes, axes, settings.modes[mode],
                                         settings.computes ? " + computing" : ""),
                             result.times[mode],
                             settings.modes[mode] == "26" ? describe_prediction(predicted) : "");
        report["cases"].push_back(to_json(result));
        if (!predicted.empty()) report["cases"].back()["predicted_26"] = predicted;
      }
  write_report(options.common, ranks, report);
}

}  // namespace

void add_bench_stencil(CLI::App& bench, Program& program) {
  auto* command =
      bench.add_subcommand("stencil", "Exchange with the 26 neighbours of a process grid, by mode");
  command->footer(
      "Start it with mpirun. Each rank's unit goes to all neighbours of a periodic 3-D grid.\n"
      "Modes: 26: as many messages at once; 8+2: 8 in the plane, then 2 of 9 units;\n"
      "2+2+2: 2 of a unit, 2 of 3, 2 of 9. A time is that of the slowest rank;\n"
      "times an order of magnitude off the median are dropped and counted. Contents are checked.\n"
      "Example: mpirun -n 8 groundswell-bench stencil --bytes 2048,8192 --order new_ranks.txt");
  auto options = std::make_shared<StencilBenchOptions>();
  const auto add_names = [&](const char* name, std::vector<std::string>& names, const char* text,
                             const std::vector<std::string>& known) {
    command->add_option(name, names, text)
        ->check(CLI::IsMember(known))
        ->delimiter(',')
        ->capture_default_str();
  };
  command->add_option("--bytes", options->bytes, "Of a unit, one case each")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 28))
      ->delimiter(',')
      ->capture_default_str();
  add_grid_option(*command, options->grid);
  add_names("--modes", options->modes, "Of these modes", names_of(stencil_modes()));
  add_names("--axes", options->axes, "Orders of the axes, that along which ranks follow each other first",
            {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx"});
  add_names("--computing", options->computing, "Without or with averaging all units after each exchange",
            {"no", "yes"});
  add_network_options(*command, options->common);
  command->callback([options, &program] { run_bench_stencil(*options, program.world()); });
}

}  // namespace groundswell
