// SPDX-License-Identifier: Apache-2.0
// groundswell-bench write: the write bandwidth of output ranks. Their values are in the order in which they
// came from many compute ranks, each of which has a patch of a regular grid. Methods, timed in turns: plain
// writes of each run of cells that is contiguous in the file; the library's output, which reorders values to
// the file's order, with a file for each variable, opened and closed in turn, and with a single file for all
// variables; and the limit: the same number of bytes written in file order into a preallocated file, by one
// process and by all processes, whichever is faster. All files are synced. Reference:
// docs/experiments/output_speed.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <thread>

#include "array_output/array_output.hpp"
#include "base/median.hpp"
#include "base/stopwatch.hpp"
#include "base/version.hpp"
#include "base/written_file.hpp"
#include "bench/commands/subcommands.hpp"
#include "bench/measure/turns.hpp"
#include "bench/output/array_load.hpp"
#include "bench/output/plain_write.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

struct WriteBenchOptions {
  std::int64_t n_lon = 1200, n_lat = 600, n_part = 1024;
  ArrayLoadSize load{0, 1, 75};
  std::string share = "cells", folder = ".", json;
  int rounds = 9;
};

// A run of cells that are consecutive in the file, and the index of the first one in this rank's arrays.
struct CellRun {
  std::int64_t cell = 0, local = 0, length = 0;
};

// In each round, on the slowest rank: the time to write all variables, the times of the parts of this work,
// and the time to determine which cells go where, which a model does only once and not at every output.
struct TimedWay {
  std::string name;
  std::vector<double> seconds, set_up;
  std::map<std::string, std::vector<double>> parts;
};

class WriteBench {
 public:
  WriteBench(const WriteBenchOptions& options, const Communicator& world)
      : options_(options), world_(world), runs_(deal_patches()), load_(options.load, cells_of_runs()) {
    plain_.assign(std::size_t(world.rank() == 0 ? load_.bytes() : share_of_bytes().size()), std::byte(17));
  }

  void run() {
    // The order is new in each round, because the state left by one write affects the speed of the next.
    std::mt19937 random;
    take_turns(ways_.size(), options_.rounds, random, [&](std::size_t i) { time(ways_[i]); });
  }

  const std::vector<TimedWay>& ways() const { return ways_; }
  // The shortest time [s], in all rounds, of writing the same bytes in file order by one process or by all.
  double limit() const {
    return std::min(std::ranges::min(ways_[0].seconds), std::ranges::min(ways_[1].seconds));
  }
  std::int64_t bytes() const { return load_.bytes(); }
  double mean_run() const { return double(n_cell()) / double(world_.sum(std::int64_t(runs_.size()))); }

 private:
  void time(TimedWay& way) {
    run_together_napping(world_, [] {});
    parts_.clear();
    set_up_ = 0.0;
    if (way.name.starts_with("limit")) reserve_plainly(world_, path(0), bytes());
    const Stopwatch stopwatch;
    write(way.name);
    way.seconds.push_back(world_.max(stopwatch.seconds() - set_up_));
    way.set_up.push_back(world_.max(set_up_));
    for (const auto& [part, seconds] : parts_) way.parts[part].push_back(world_.max(seconds));
    run_on_root(world_, 0, [&] {
      for (int i = 0; i < options_.load.n_variable(); ++i) std::remove(path(i).c_str());
    });
  }
  Block share_of_bytes() const { return make_block(load_.bytes(), world_.rank(), world_.size()); }
  std::int64_t n_cell() const { return options_.n_lon * options_.n_lat; }
  std::string path(int variable) const {
    return fmt::format("{}/bench_write_{}.nc", options_.folder, variable);
  }

  // Cuts the grid into rows and columns of patches, one per compute rank: n_part of them or slightly fewer.
  // Each output rank has the patches of a contiguous range of compute ranks, one after another; the ranges
  // are of nearly equal length.
  std::vector<CellRun> deal_patches() const {
    std::vector<CellRun> runs;
    const auto n_row = std::max<std::int64_t>(1, std::llround(std::sqrt(double(options_.n_part) / 2.0)));
    const std::int64_t n_column = std::max<std::int64_t>(1, options_.n_part / n_row);
    const Block mine = make_block(n_row * n_column, world_.rank(), world_.size());
    std::int64_t local = 0;
    for (std::int64_t patch = mine.begin; patch < mine.end; ++patch) {
      const Block rows = make_block(options_.n_lat, patch / n_column, n_row),
                  columns = make_block(options_.n_lon, patch % n_column, n_column);
      for (std::int64_t row = rows.begin; row < rows.end && columns.size() > 0; ++row) {
        runs.push_back({row * options_.n_lon + columns.begin, local, columns.size()});
        local += columns.size();
      }
    }
    return runs;
  }
  Decomposition cells_of_runs() const {
    Decomposition cells{n_cell(), {}};
    for (const CellRun& run : runs_)
      for (std::int64_t i = 0; i < run.length; ++i) cells.cells.push_back(run.cell + i);
    return cells;
  }

  void write(const std::string& way) {
    if (way.starts_with("limit")) return write_limit(way == "limit_one");
    if (way == "plain") {
      for (int i = 0; i < options_.load.n_variable(); ++i) write_runs(i);
      return;
    }
    std::vector<int> all(static_cast<std::size_t>(options_.load.n_variable()));
    std::iota(all.begin(), all.end(), 0);
    if (way == "combined") return write_ordered(all);
    for (const int i : all) write_ordered({i});
  }

  void write_limit(bool is_one) {
    const Block share = is_one ? Block{0, world_.rank() == 0 ? bytes() : 0} : share_of_bytes();
    write_plainly(world_, path(0), std::span(plain_).first(std::size_t(share.size())), share.begin);
  }

  void write_runs(int variable) {
    run_on_root(world_, 0, [&] { write_text_file(path(variable), ""); });
    run_together_napping(world_, [&] {
      const int file = ::open(path(variable).c_str(), O_WRONLY);
      require(file >= 0, "cannot write '", path(variable), "': ", std::strerror(errno),
              "; give --folder a folder that may be written");
      const std::vector<double>& values = load_.values(variable);
      const std::int64_t n_level = options_.load.is_deep(variable) ? options_.load.n_level : 1;
      for (std::int64_t level = 0; level < n_level; ++level)
        for (const CellRun& run : runs_)
          write_share(file,
                      std::as_bytes(std::span(values).subspan(
                          std::size_t(level * load_.n_local() + run.local), std::size_t(run.length))),
                      8 * (level * n_cell() + run.cell));
      ::fsync(file);
      ::close(file);
    });
  }

  // Opens a file, writes these variables into it and closes it.
  void write_ordered(const std::vector<int>& variables) {
    ArrayOutputSettings settings = load_.settings(path(variables.front()), variables, 1);
    settings.share = find_named(array_shares, options_.share).value;
    const Stopwatch making;
    ArrayOutput output(world_, settings, load_.cells());
    set_up_ += making.seconds() - output.times().open;
    output.write(ArrayLoad::date(0));
    output.close();
    const WriteTimes times = output.times();
    parts_["open"] += times.open;
    parts_["exchange"] += times.exchange;
    parts_["reorder"] += times.reorder;
    parts_["write"] += times.write;
    parts_["close"] += times.close;
  }

  const WriteBenchOptions& options_;
  const Communicator& world_;
  std::vector<CellRun> runs_;
  ArrayLoad load_;
  std::vector<std::byte> plain_;  // a rank's share of all bytes; on the first rank all of them
  double set_up_ = 0.0;           // [s] of this rank, in the method being timed
  std::map<std::string, double> parts_;
  std::vector<TimedWay> ways_{{"limit_one", {}, {}, {}},
                              {"limit_all", {}, {}, {}},
                              {"plain", {}, {}, {}},
                              {"reordered", {}, {}, {}},
                              {"combined", {}, {}, {}}};
};

void print_write_bench(const WriteBenchOptions& options, const WriteBench& bench, int n_rank,
                       double mean_run) {
  fmt::print(
      "{} output ranks, {} variables of {} cells and {} with {} levels, {:.1f} MB; runs of {:.1f} cells; "
      "medians of {} rounds\n{:10} {:>9} {:>9} {:>9} {:>15}\n",
      n_rank, options.load.n_flat, options.n_lon * options.n_lat, options.load.n_deep, options.load.n_level,
      double(bench.bytes()) / 1e6, mean_run, options.rounds, "way", "time [s]", "MB/s", "of limit",
      "from, to");
  nlohmann::json json{{"bench", "write"},
                      {"commit", commit()},
                      {"processors", std::thread::hardware_concurrency()},
                      {"output_ranks", n_rank},
                      {"bytes", bench.bytes()},
                      {"limit_seconds", bench.limit()},
                      {"mean_run", mean_run},
                      {"share", options.share},
                      {"cells", options.n_lon * options.n_lat},
                      {"levels", options.load.n_level},
                      {"flat", options.load.n_flat},
                      {"deep", options.load.n_deep},
                      {"parts", options.n_part}};
  for (const TimedWay& way : bench.ways()) {
    const double middle = median(way.seconds), of_limit = bench.limit() / middle;
    const auto [fastest, slowest] = std::ranges::minmax(way.seconds);
    const double least = bench.limit() / slowest, most = bench.limit() / fastest;
    fmt::print("{:10} {:9.4f} {:9.1f} {:9.2f} {:>15}\n", way.name, middle,
               double(bench.bytes()) / 1e6 / middle, of_limit, fmt::format("{:.2f} to {:.2f}", least, most));
    json["ways"].push_back({{"name", way.name},
                            {"seconds", way.seconds},
                            {"parts", way.parts},
                            {"set_up_seconds", way.set_up},
                            {"of_limit", {{"median", of_limit}, {"least", least}, {"most", most}}}});
  }
  if (options.json.empty()) return;
  std::ofstream file(options.json);
  file << json.dump(1) << '\n';
  require(bool(file), "cannot write '", options.json, "'; give --json a file that may be written");
}

}  // namespace

void add_bench_write(CLI::App& bench, Program& program) {
  auto* write = bench.add_subcommand("write", "The bandwidth of ranks that write one file");
  auto options = std::make_shared<WriteBenchOptions>();
  const auto positive = CLI::Range(std::int64_t(1), std::int64_t(1) << 40);
  write->add_option("--lon", options->n_lon, "Columns of the grid")->check(positive)->capture_default_str();
  write->add_option("--lat", options->n_lat, "Rows of the grid")->check(positive)->capture_default_str();
  write->add_option("--levels", options->load.n_level, "Levels")->check(positive)->capture_default_str();
  write->add_option("--parts", options->n_part, "Computing ranks from which values came")
      ->check(positive)
      ->capture_default_str();
  write->add_option("--flat", options->load.n_flat, "Variables without levels")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  write->add_option("--deep", options->load.n_deep, "Variables with levels")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  write->add_option("--share", options->share, "What output ranks divide")
      ->check(CLI::IsMember({"cells", "levels"}))
      ->capture_default_str();
  write->add_option("--rounds", options->rounds, "Number of rounds")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  write->add_option("--folder", options->folder, "Where files are written, and removed again")
      ->capture_default_str();
  write->add_option("--json", options->json, "Write the result to this file too");
  write->callback([options, &program] {
    const Communicator& world = program.world();
    require(options->load.n_flat + options->load.n_deep > 0,
            "there is no variable to write; give --flat or --deep one");
    WriteBench bench(*options, world);
    bench.run();
    const double mean_run = bench.mean_run();
    if (world.rank() == 0) print_write_bench(*options, bench, world.size(), mean_run);
  });
}

}  // namespace groundswell
