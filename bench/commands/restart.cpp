// SPDX-License-Identifier: Apache-2.0
// groundswell-bench restart case.yaml: the cost of writing a restart of the case in each mode, compared with
// plain writes of the same number of bytes followed by a sync: by one process, and by all processes, each of
// which writes a contiguous share of one file. Modes and plain writes take turns.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/stopwatch.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/measure/ratios.hpp"
#include "bench/output/plain_write.hpp"
#include "bench/restart/restart_mode.hpp"
#include "comm/together.hpp"
#include "model/hot_start.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "run/options_table.hpp"

namespace groundswell {
namespace {

struct RestartBenchOptions {
  std::string case_file, folder = ".", json;
  std::vector<std::string> overrides, modes = {"parallel"};
  int pairs = 9, steps = 6;
  bool keep = false;
};

// One way of writing: its times, measured in turns with those of the other ways, and its memory.
struct TimedWriting {
  std::string name;
  std::vector<double> seconds;
  std::int64_t memory = 0;  // [bytes] of this rank; at the end, the maximum over all ranks
};

bool any_needs_server(const RestartBenchOptions& options) {
  return std::ranges::any_of(options.modes,
                             [](const std::string& mode) { return find_restart_mode(mode).needs_server; });
}

class RestartBench {
 public:
  RestartBench(const RestartBenchOptions& options, const Communicator& world)
      : options_(options), roles_(make_roles(options, world)) {
    for (const std::string& name : options.modes) modes_.push_back(find_restart_mode(name, roles_));
    RestartState mine;
    if (roles_.role() == RankRole::compute) mine = run_model();
    state_ = share_restart_state(roles_, mine);
    for (const std::string& name : options.modes) timed_.push_back({name, {}, 0});
    timed_.push_back({"plain_one", {}, 0});
    timed_.push_back({"plain_shares", {}, 0});
  }

  void run() {
    write(0);  // to determine the size of the file
    run_on_root(roles_.world(), 0, [&] { bytes_ = std::int64_t(std::filesystem::file_size(path(0))); });
    roles_.world().broadcast(bytes_, 0);
    for (int pair = 0; pair < options_.pairs; ++pair)
      for (std::size_t i = 0; i < timed_.size(); ++i) {
        // The file must be new, like that of each date in a run.
        run_on_root(roles_.world(), 0, [&] { std::remove(path(i).c_str()); });
        timed_[i].seconds.push_back(time([&] { write(i); }));
        if (pair + 1 < options_.pairs || !options_.keep || i >= modes_.size()) remove(i);
      }
    if (!options_.keep) return;
    run_on_root(roles_.world(), 0, [&] {
      for (std::size_t i = 0; i < modes_.size(); ++i) fmt::print("{} stays\n", path(i));
    });
  }

  const std::vector<TimedWriting>& timed() const { return timed_; }
  std::int64_t bytes() const { return bytes_; }
  const RankRoles& roles() const { return roles_; }

 private:
  static RankRoles make_roles(const RestartBenchOptions& options, const Communicator& world) {
    const bool has_server = any_needs_server(options) && world.size() > 1;
    return RankRoles(world, has_server ? 1 : 0);
  }
  RestartState run_model() {
    RunConfig run;
    read_run_config(options_.case_file, run, options_.overrides);
    const ModelSettings& config = run.model;
    model_.emplace(config, roles_.mine(), make_model_mesh(config.mesh, roles_.mine()));
    for (int step = 0; step < options_.steps && !model_->at_end(); ++step) model_->step();
    const LocalMesh& local = model_->local();
    model_->list_state(list_);
    RestartFacts facts = describe_sea(config, model_->domain(), model_->grid());
    facts.emplace_back("date", model_->state().now.iso());
    return make_restart_state(
        {local.n_global_cell, std::span(local.global_cell).first(std::size_t(local.n_owned))}, facts, list_);
  }

  std::string path(std::size_t i) const {
    return fmt::format("{}/bench_restart_{}.nc", options_.folder, timed_[i].name);
  }
  void write(std::size_t i) {
    const Communicator& world = roles_.world();
    if (i < modes_.size()) {
      timed_[i].memory = modes_[i].write(roles_, path(i), state_);
      return;
    }
    const Block block = timed_[i].name == "plain_one" ? Block{0, world.rank() == 0 ? bytes_ : 0}
                                                      : make_block(bytes_, world.rank(), world.size());
    if (share_.size() < std::size_t(block.size())) share_.assign(std::size_t(block.size()), std::byte(17));
    share_.resize(std::size_t(block.size()));
    write_plainly(world, path(i), share_, block.begin);
  }
  void remove(std::size_t i) {
    run_on_root(roles_.world(), 0, [&] { std::remove(path(i).c_str()); });
  }
  // Time of the slowest rank after a common start.
  template <class Work>
  double time(Work&& work) {
    run_together_napping(roles_.world(), [] {});
    const Stopwatch stopwatch;
    work();
    return roles_.world().max(stopwatch.seconds());
  }

  const RestartBenchOptions& options_;
  RankRoles roles_;
  std::optional<Model> model_;
  StateList list_;
  RestartState state_;
  std::vector<RestartMode> modes_;
  std::vector<TimedWriting> timed_;
  std::vector<std::byte> share_;
  std::int64_t bytes_ = 0;
};

void print_restart_bench(const RestartBenchOptions& options, const RestartBench& bench,
                         const std::vector<TimedWriting>& timed) {
  const std::vector<double>& plain = timed[timed.size() - 2].seconds;
  const int n_server = bench.roles().n_output_server();
  fmt::print(
      "{} bytes, {} processes that compute and {} that only writes; medians of {} rounds, in which all take "
      "turns\n"
      "{:17} {:>9} {:>12} {:>16} {:>12}\n",
      bench.bytes(), bench.roles().n_compute(), n_server, options.pairs, "mode", "time [s]", "of plain_one",
      "95 % interval", "memory [MB]");
  nlohmann::json json{{"bytes", bench.bytes()},
                      {"computing", bench.roles().n_compute()},
                      {"servers", n_server},
                      {"case", options.case_file}};
  for (const TimedWriting& each : timed) {
    const Ratio ratio = ratio_to_best(each.seconds, {plain});
    std::vector<double> sorted = each.seconds;
    std::ranges::sort(sorted);
    fmt::print("{:17} {:9.4f} {:12.2f} {:>16} {:12.1f}\n", each.name, sorted[sorted.size() / 2], ratio.value,
               fmt::format("{:.2f} to {:.2f}", ratio.low, ratio.high), double(each.memory) / 1e6);
    json["modes"].push_back({{"name", each.name},
                             {"seconds", each.seconds},
                             {"memory", each.memory},
                             {"ratio", {{"median", ratio.value}, {"interval", {ratio.low, ratio.high}}}}});
  }
  if (options.json.empty()) return;
  std::ofstream file(options.json);
  file << json.dump(1) << '\n';
  require(bool(file), "cannot write '", options.json, "'; give --json a file that may be written");
}

void run_restart_bench(const RestartBenchOptions& options, const Communicator& world) {
  RestartBench bench(options, world);
  bench.run();
  std::vector<TimedWriting> timed = bench.timed();
  for (TimedWriting& each : timed) each.memory = world.max(each.memory);
  if (world.rank() == 0) print_restart_bench(options, bench, timed);
}

}  // namespace

void add_bench_restart(CLI::App& bench, Program& program) {
  auto* restart =
      bench.add_subcommand("restart", "A restart of a case, in several modes, beside plain writes");
  auto options = std::make_shared<RestartBenchOptions>();
  std::string modes = "Modes, or all of them:";
  for (const RestartMode& mode : restart_modes()) modes += text("\n  ", mode.name, ": ", mode.what);
  restart->add_option("case", options->case_file, "Case file")->required();
  add_overrides(*restart, options->overrides);
  restart->add_option("--modes", options->modes, modes + "\n")->delimiter(',')->capture_default_str();
  restart->add_option("--folder", options->folder, "Where the files are written, and removed again")
      ->capture_default_str();
  restart->add_option("--pairs", options->pairs, "Number of rounds")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  restart->add_option("--steps", options->steps, "Steps before the measurement")
      ->check(CLI::Range(0, 100000))
      ->capture_default_str();
  restart->add_flag("--keep", options->keep, "The restarts of the last round stay");
  restart->add_option("--json", options->json, "Write the result to this file too");
  restart->callback([options, &program] {
    if (options->modes == std::vector<std::string>{"all"}) {
      options->modes.clear();
      for (const RestartMode& mode : restart_modes()) options->modes.push_back(mode.name);
    }
    run_restart_bench(*options, program.world());
  });
}

}  // namespace groundswell
