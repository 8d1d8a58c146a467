// SPDX-License-Identifier: Apache-2.0
// groundswell bench restart case.yaml: what a restart of the case costs, beside a plain write of as many
// bytes: each process writes its contiguous share from memory to one file, which is then synced. Both take
// turns.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "apps/bench/ratios.hpp"
#include "apps/subcommands.hpp"
#include "base/stopwatch.hpp"
#include "comm/together.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "model/options_table.hpp"
#include "restart/restart_file.hpp"

namespace groundswell {
namespace {

struct RestartBenchOptions {
  std::string case_file, folder = ".";
  std::vector<std::string> overrides;
  int pairs = 9, steps = 6;
};

// Time [s] of the slowest rank, all having begun together.
template <class Work>
double time_together(const Communicator& world, Work&& work) {
  world.barrier();
  const Stopwatch stopwatch;
  work();
  return world.max(stopwatch.seconds());
}

void write_share(int file, const std::vector<std::byte>& share, std::int64_t at) {
  for (std::size_t done = 0; done < share.size();) {
    const ::ssize_t written =
        ::pwrite(file, share.data() + done, share.size() - done, at + std::int64_t(done));
    require(written > 0, "cannot write the file of the bench; give --folder a place with room");
    done += std::size_t(written);
  }
}

void write_plainly(const Communicator& world, const std::string& path, const std::vector<std::byte>& share,
                   std::int64_t at) {
  int file = -1;
  run_on_root(world, 0, [&] {
    file = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644);
    require(file >= 0, "cannot write '", path, "'; give --folder a folder that may be written");
  });
  if (file < 0) file = ::open(path.c_str(), O_WRONLY);
  run_together(world, [&] { write_share(file, share, at); });
  ::fsync(file);
  ::close(file);
  world.barrier();
}

void run_restart_bench(const RestartBenchOptions& options, const Communicator& world) {
  RunConfig config;
  read_run_config(options.case_file, config, options.overrides);
  Model model(config, world, make_model_mesh(config.mesh, world));
  for (int step = 0; step < options.steps && !model.at_end(); ++step) model.step();
  const std::string restart = options.folder + "/bench_restart.nc",
                    plain = options.folder + "/bench_plain.dat";
  const Communicator& ranks = model.domain().communicator;
  const LocalMesh& local = model.local();
  const RestartCells cells{local.n_global_cell,
                           std::span(local.global_cell).first(std::size_t(local.n_owned))};
  StateList list;
  model.list_state(list);
  const auto write = [&] { write_restart(restart, ranks, cells, {{"date", model.state().now.iso()}}, list); };
  write();
  std::int64_t bytes = 0;
  run_on_root(ranks, 0, [&] { bytes = std::int64_t(std::filesystem::file_size(restart)); });
  ranks.broadcast(bytes, 0);
  const Block block = make_block(bytes, ranks.rank(), ranks.size());
  const std::vector<std::byte> share(std::size_t(block.size()), std::byte(17));
  std::vector<double> restarts, plains;
  for (int pair = 0; pair < options.pairs; ++pair) {
    // As in a run, where the file of a date is a new one.
    run_on_root(ranks, 0, [&] { std::remove(restart.c_str()), std::remove(plain.c_str()); });
    restarts.push_back(time_together(ranks, write));
    plains.push_back(time_together(ranks, [&] { write_plainly(ranks, plain, share, block.begin); }));
  }
  if (ranks.rank() != 0) return;
  std::remove(restart.c_str());
  std::remove(plain.c_str());
  const Ratio ratio = ratio_to_best(restarts, {plains});
  std::ranges::sort(restarts);
  std::ranges::sort(plains);
  fmt::print(
      "{} bytes on {} processes, medians of {} pairs: restart {:.4f} s, plain write and sync {:.4f} s, "
      "ratio {:.2f} (95 % interval {:.2f} to {:.2f})\n",
      bytes, ranks.size(), options.pairs, restarts[restarts.size() / 2], plains[plains.size() / 2],
      ratio.value, ratio.low, ratio.high);
}

}  // namespace

void add_bench_restart(CLI::App& bench, Program& program) {
  auto* restart =
      bench.add_subcommand("restart", "A restart of a case beside a plain write of as many bytes");
  auto options = std::make_shared<RestartBenchOptions>();
  restart->add_option("case", options->case_file, "Case file")->required();
  add_overrides(*restart, options->overrides);
  restart->add_option("--folder", options->folder, "Where the files are written, and removed again")
      ->capture_default_str();
  restart->add_option("--pairs", options->pairs, "Number of measurements")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  restart->add_option("--steps", options->steps, "Steps before the measurement")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  restart->callback([options, &program] { run_restart_bench(*options, program.world()); });
}

}  // namespace groundswell
