// SPDX-License-Identifier: Apache-2.0
// groundswell-bench io: how much of the time for writing the output servers hide from the compute ranks. A
// model that computes for some steps between outputs of several ocean variables takes turns with one that
// only computes. A slow disk can be emulated: after writing a date, the writing ranks wait until a disk of
// that speed would have finished. Reference: docs/experiments/output_speed.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <numeric>

#include "array_output/array_output.hpp"
#include "base/stopwatch.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/output/io_report.hpp"
#include "bench/output/plain_write.hpp"
#include "comm/nap.hpp"
#include "comm/rank_roles.hpp"
#include "transport/transport.hpp"

namespace groundswell {
namespace {

// Pure CPU work, in units of about 10 ms.
class Computing {
 public:
  Computing() {
    const Stopwatch stopwatch;
    int n = 0;
    for (; stopwatch.seconds() < 0.1; ++n) work(1000);
    per_unit_ = std::max(1, int(1000.0 * n * 0.01 / stopwatch.seconds()));
  }
  void unit() { work(per_unit_); }
  static int n_unit(double seconds) { return int(std::ceil(seconds / 0.01)); }

 private:
  void work(int n) {
    for (int i = 0; i < n; ++i)
      for (double& value : values_) value = value * 0.999 + 0.001 * std::sqrt(value);
  }
  std::vector<double> values_ = std::vector<double>(64, 2.0);
  int per_unit_ = 1;
};

class IoBench {
 public:
  IoBench(const IoBenchOptions& options, const Communicator& world)
      : options_(options),
        roles_(world, options.servers.n_server),
        computes_(roles_.role() == RankRole::compute),
        load_(options.load, make_ocean_cells(options.n_lon, options.n_lat,
                                             computes_ ? roles_.mine().rank() : -1, roles_.n_compute())) {}

  IoRun run(int every) {
    IoRun one;
    const Stopwatch opening;
    ArrayOutputSettings settings = load_.settings(path(), all_variables(), options_.outputs);
    settings.servers = options_.servers;
    settings.after_each_date = [&](double seconds) { one.write_seconds += seconds + wait_for_disk(seconds); };
    ArrayOutput output(roles_.world(), settings, load_.cells());
    one.open_seconds = opening.seconds();
    wait_together();
    const Stopwatch stopwatch;
    if (computes_)
      step_on(output, every, one);
    else
      output.serve();
    wait_together();
    one.wall = stopwatch.seconds();
    const Communicator& world = roles_.world();
    for (double* seconds : {&one.wall, &one.open_seconds, &one.call_seconds, &one.close_seconds,
                            &one.write_seconds, &one.pack_seconds, &one.wait_seconds})
      *seconds = world.max(*seconds);
    one.n_waited = world.max(one.n_waited);
    if (world.rank() == 0) std::remove(path().c_str());
    return one;
  }

  double run_without(int every) {
    wait_together();
    const Stopwatch stopwatch;
    if (computes_) compute(every * options_.outputs, [] {});
    wait_together();
    return roles_.world().max(stopwatch.seconds());
  }

  // The time [s] in which one process writes the bytes of an output with plain calls and syncs them: the
  // limit set by the disk.
  double run_limit() {
    wait_together();
    const std::vector<std::byte> bytes(roles_.world().rank() == 0 ? std::size_t(load_.bytes()) : 0,
                                       std::byte(17));
    const Stopwatch stopwatch;
    write_plainly(roles_.world(), path(), bytes, 0);
    const double seconds = roles_.world().max(stopwatch.seconds());
    if (roles_.world().rank() == 0) std::remove(path().c_str());
    return seconds;
  }

  const ArrayLoad& load() const { return load_; }

 private:
  // A barrier that does not occupy the processor.
  void wait_together() const {
    CollectiveRequest barrier = roles_.world().start_barrier();
    nap_until([&] { return barrier.test(); });
  }
  std::string path() const { return options_.folder + "/bench_io.nc"; }
  std::vector<int> all_variables() const {
    std::vector<int> all(static_cast<std::size_t>(options_.load.n_variable()));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  template <class Pause>
  void compute(int n_step, Pause&& pause) {
    for (int unit = 0; unit < Computing::n_unit(n_step * options_.step_seconds); ++unit) {
      computing_.unit();
      pause();
    }
  }
  // Each output precedes the computation that can hide it.
  void step_on(ArrayOutput& output, int every, IoRun& one) {
    for (int i = 0; i < options_.outputs; i += options_.burst) {
      const int n = std::min(options_.burst, options_.outputs - i);
      const Stopwatch calling;
      for (int j = 0; j < n; ++j) output.write(ArrayLoad::date(i + j));
      one.call_seconds += calling.seconds();
      compute(n * every, [&output] { output.progress(); });
    }
    const Stopwatch closing;
    output.close();
    one.close_seconds = closing.seconds();
    const SendCounts counts = output.counts();
    one.n_waited = counts.n_waited;
    one.pack_seconds = counts.pack_seconds;
    one.wait_seconds = counts.wait_seconds;
  }
  // Waits as long as an emulated disk, shared by all writing ranks, needs for an output beyond the `seconds`
  // already spent; returns the wait [s].
  double wait_for_disk(double seconds) const {
    if (options_.disk <= 0.0) return 0.0;
    const double left = std::max(0.0, double(load_.bytes()) / options_.disk - seconds);
    std::this_thread::sleep_for(std::chrono::duration<double>(left));
    return left;
  }

  const IoBenchOptions& options_;
  RankRoles roles_;
  bool computes_;
  ArrayLoad load_;
  Computing computing_;
};

void run_io_bench(const IoBenchOptions& options, const Communicator& world) {
  require(options.load.n_variable() > 0, "there is no variable to write; give --flat or --deep one");
  IoBench bench(options, world);
  std::vector<IoCase> cases;
  for (const int every : options.every) cases.push_back({every, {}, {}});
  std::vector<double> limit;
  for (int pair = 0; pair < options.pairs; ++pair) {
    limit.push_back(bench.run_limit());
    for (IoCase& one : cases) {
      one.with.push_back(bench.run(one.every));
      one.without.push_back(bench.run_without(one.every));
    }
  }
  if (world.rank() != 0) return;
  const int n_compute = world.size() - options.servers.n_server;
  print_io_cases(options, bench.load(), n_compute, limit, cases);
  if (options.json.empty()) return;
  std::ofstream file(options.json);
  file << describe_io_cases(options, bench.load(), n_compute, limit, cases).dump(1) << '\n';
  require(bool(file), "cannot write '", options.json, "'; give --json a file that may be written");
}

}  // namespace

void add_bench_io(CLI::App& bench, Program& program) {
  auto* io = bench.add_subcommand("io", "How much of the time of writing output servers hide");
  auto options = std::make_shared<IoBenchOptions>();
  const auto number = [io](const char* name, auto& value, const char* text, double least,
                           double most = 1e12) {
    io->add_option(name, value, text)->check(CLI::Range(least, most))->capture_default_str();
  };
  number("--servers", options->servers.n_server, "Ranks that write; 0: those that compute write", 0, 1e6);
  number("--outputs", options->outputs, "Outputs of a run", 1, 1e6);
  number("--burst", options->burst, "Outputs written at a time", 1, 1e6);
  number("--pairs", options->pairs, "Runs with output, and without", 1, 1e4);
  number("--lon", options->n_lon, "Columns of the grid", 1, 1e5);
  number("--lat", options->n_lat, "Rows of the grid", 1, 1e5);
  number("--flat", options->load.n_flat, "Variables without levels", 0, 100);
  number("--deep", options->load.n_deep, "Variables with levels", 0, 100);
  number("--levels", options->load.n_level, "Levels", 1, 1e4);
  io->add_flag("--levels-inside", options->load.levels_inside,
               "Arrays have the levels of a cell side by side, not the cells of a level");
  number("--step", options->step_seconds, "Computing per step [s]", 0, 1e6);
  io->add_option("--every", options->every, "Steps from an output to the next; several are measured in turns")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  number("--disk", options->disk, "Speed of the emulated disk [B/s]; 0: the disk as it is", 0);
  number("--memory", options->servers.memory, "Of a server, for what has come and is not written yet [B]", 1);
  number("--primaries", options->servers.transport.n_primary, "primary: output ranks that gather", 1, 1e6);
  number("--slots", options->servers.transport.n_slot, "Outputs that can be under way at once", 1, 1e6);
  io->add_option("--transport", options->servers.transport.method, "How output reaches the servers")
      ->check(CLI::IsMember(transport_methods()))
      ->capture_default_str();
  io->add_option("--progress", options->servers.transport.progress,
                 "What lets messages go on while a rank computes")
      ->check(CLI::IsMember(progress_methods()))
      ->capture_default_str();
  io->add_option("--folder", options->folder, "Where files are written, and removed again")
      ->capture_default_str();
  io->add_option("--json", options->json, "Write the result to this file too");
  io->callback([options, &program] { run_io_bench(*options, program.world(ThreadLevel::multiple)); });
}

}  // namespace groundswell
