// SPDX-License-Identifier: Apache-2.0
// groundswell bench write: the bandwidth of output ranks. Their values stand in the order in which they came
// from many computing ranks, each of which has a patch of a regular grid. Ways, which take turns: plain
// writes of each run of cells that is contiguous in the file; the library's output, which puts values into
// the file's order, with a file that is opened and closed for each variable, and with one for all; and one
// process that writes as many bytes at once, the limit. All are synced. Reference: docs/guide/output.md.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "apps/bench/plain_write.hpp"
#include "apps/bench/ratios.hpp"
#include "apps/subcommands.hpp"
#include "base/stopwatch.hpp"
#include "base/written_file.hpp"
#include "comm/together.hpp"
#include "output/array_output.hpp"

namespace groundswell {
namespace {

struct WriteBenchOptions {
  std::int64_t n_lon = 1200, n_lat = 600, n_level = 75, n_part = 1024;
  int n_flat = 0, n_deep = 1;  // variables without and with levels
  std::string share = "cells", folder = ".", json;
  int rounds = 9;
};

// Cells that follow each other in the file, and where the first one stands in this rank's arrays.
struct CellRun {
  std::int64_t cell = 0, local = 0, length = 0;
};

struct TimedWay {
  std::string name;
  std::vector<double> seconds;
};

class WriteBench {
 public:
  WriteBench(const WriteBenchOptions& options, const Communicator& world) : options_(options), world_(world) {
    deal_patches();
    cells_.n_global = options.n_lon * options.n_lat;
    for (const CellRun& run : runs_)
      for (std::int64_t i = 0; i < run.length; ++i) cells_.cells.push_back(run.cell + i);
    flat_.assign(std::size_t(n_local()), 1.5);
    deep_.assign(std::size_t(n_local() * options.n_level), 2.5);
    const std::int64_t bytes = 8 * cells_.n_global * (options.n_flat + options.n_deep * options.n_level);
    if (world.rank() == 0) plain_.assign(std::size_t(bytes), std::byte(17));
    bytes_ = bytes;
  }

  void run() {
    for (int round = 0; round < options_.rounds; ++round)
      for (TimedWay& way : ways_) {
        run_together_napping(world_, [] {});
        const Stopwatch stopwatch;
        write(way.name);
        way.seconds.push_back(world_.max(stopwatch.seconds()));
        run_on_root(world_, 0, [&] {
          for (int i = 0; i < n_variable(); ++i) std::remove(path(i).c_str());
        });
      }
  }

  const std::vector<TimedWay>& ways() const { return ways_; }
  std::int64_t bytes() const { return bytes_; }
  double mean_run() const { return double(cells_.n_global) / double(world_.sum(std::int64_t(runs_.size()))); }

 private:
  std::int64_t n_local() const { return std::int64_t(cells_.cells.size()); }
  int n_variable() const { return options_.n_flat + options_.n_deep; }
  bool is_deep(int variable) const { return variable >= options_.n_flat; }
  std::string path(int variable) const {
    return fmt::format("{}/bench_write_{}.nc", options_.folder, variable);
  }
  static std::string name_of(int variable) { return fmt::format("v{}", variable); }

  // Patches in rows and columns; each output rank has those of as many computing ranks, one after another.
  void deal_patches() {
    const auto n_row = std::max<std::int64_t>(1, std::llround(std::sqrt(double(options_.n_part) / 2.0)));
    const std::int64_t n_column = std::max<std::int64_t>(1, options_.n_part / n_row);
    const Block mine = make_block(n_row * n_column, world_.rank(), world_.size());
    std::int64_t local = 0;
    for (std::int64_t patch = mine.begin; patch < mine.end; ++patch) {
      const Block rows = make_block(options_.n_lat, patch / n_column, n_row),
                  columns = make_block(options_.n_lon, patch % n_column, n_column);
      for (std::int64_t row = rows.begin; row < rows.end && columns.size() > 0; ++row) {
        runs_.push_back({row * options_.n_lon + columns.begin, local, columns.size()});
        local += columns.size();
      }
    }
  }

  void write(const std::string& way) {
    if (way == "limit") return write_plainly(world_, path(0), plain_, 0);
    if (way == "plain") {
      for (int i = 0; i < n_variable(); ++i) write_runs(i);
      return;
    }
    std::vector<int> all(static_cast<std::size_t>(n_variable()));
    std::iota(all.begin(), all.end(), 0);
    if (way == "combined") return write_ordered(all);
    for (const int i : all) write_ordered({i});
  }

  void write_runs(int variable) {
    run_on_root(world_, 0, [&] { write_text_file(path(variable), ""); });
    run_together_napping(world_, [&] {
      const int file = ::open(path(variable).c_str(), O_WRONLY);
      require(file >= 0, "cannot write '", path(variable), "'; give --folder a folder that may be written");
      const std::vector<double>& values = is_deep(variable) ? deep_ : flat_;
      const std::int64_t n_level = is_deep(variable) ? options_.n_level : 1;
      for (std::int64_t level = 0; level < n_level; ++level)
        for (const CellRun& run : runs_)
          write_share(file,
                      std::as_bytes(std::span(values).subspan(std::size_t(level * n_local() + run.local),
                                                              std::size_t(run.length))),
                      8 * (level * cells_.n_global + run.cell));
      ::fsync(file);
      ::close(file);
    });
  }

  // Into one file, which is opened and closed.
  void write_ordered(const std::vector<int>& variables) {
    ArrayOutputSettings settings;
    settings.start = settings.end = DateTime(DateParts{2000, 1, 1});
    settings.n_cell = cells_.n_global;
    settings.share = options_.share;
    settings.levels.values.resize(std::size_t(options_.n_level));
    std::iota(settings.levels.values.begin(), settings.levels.values.end(), 0.0);
    ArrayFileSettings file;
    file.path = path(variables.front());
    for (const int i : variables) {
      file.variables.push_back(name_of(i));
      settings.variables.push_back({name_of(i), "1", "", "", is_deep(i), array_of(i)});
    }
    settings.files = {file};
    ArrayOutput output(world_, settings, cells_);
    output.write(settings.start);
    output.close();
  }

  // [level][cell], as in the file.
  FieldArray array_of(int variable) {
    std::vector<double>& values = is_deep(variable) ? deep_ : flat_;
    FieldArray array;
    array.data = reinterpret_cast<std::byte*>(values.data());
    array.element_bytes = 8;
    array.shape = {n_local(), is_deep(variable) ? options_.n_level : 1};
    array.strides = {8, 8 * n_local()};
    return array;
  }

  const WriteBenchOptions& options_;
  const Communicator& world_;
  std::vector<CellRun> runs_;
  Decomposition cells_;
  std::vector<double> flat_, deep_;
  std::vector<std::byte> plain_;  // on the first rank
  std::int64_t bytes_ = 0;
  std::vector<TimedWay> ways_{{"limit", {}}, {"plain", {}}, {"reordered", {}}, {"combined", {}}};
};

void print_write_bench(const WriteBenchOptions& options, const WriteBench& bench, int n_rank,
                       double mean_run) {
  fmt::print(
      "{} output ranks, {} variables of {} cells and {} with {} levels, {:.1f} MB; runs of {:.1f} cells; "
      "medians of {} rounds\n{:10} {:>9} {:>9} {:>9} {:>15}\n",
      n_rank, options.n_flat, options.n_lon * options.n_lat, options.n_deep, options.n_level,
      double(bench.bytes()) / 1e6, mean_run, options.rounds, "way", "time [s]", "MB/s", "of limit",
      "95 % interval");
  const std::vector<double>& limit = bench.ways().front().seconds;
  nlohmann::json json{{"output_ranks", n_rank},
                      {"bytes", bench.bytes()},
                      {"mean_run", mean_run},
                      {"share", options.share},
                      {"cells", options.n_lon * options.n_lat},
                      {"levels", options.n_level},
                      {"flat", options.n_flat},
                      {"deep", options.n_deep},
                      {"parts", options.n_part}};
  for (const TimedWay& way : bench.ways()) {
    const Ratio slower = ratio_to_best(way.seconds, {limit});  // of times; of bandwidths it is the inverse
    std::vector<double> sorted = way.seconds;
    std::ranges::sort(sorted);
    const double median = sorted[sorted.size() / 2];
    fmt::print("{:10} {:9.4f} {:9.1f} {:9.2f} {:>15}\n", way.name, median,
               double(bench.bytes()) / 1e6 / median, 1.0 / slower.value,
               fmt::format("{:.2f} to {:.2f}", 1.0 / slower.high, 1.0 / slower.low));
    json["ways"].push_back({{"name", way.name},
                            {"seconds", way.seconds},
                            {"bandwidth_of_limit", 1.0 / slower.value},
                            {"interval", {1.0 / slower.high, 1.0 / slower.low}}});
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
  write->add_option("--levels", options->n_level, "Levels")->check(positive)->capture_default_str();
  write->add_option("--parts", options->n_part, "Computing ranks from which values came")
      ->check(positive)
      ->capture_default_str();
  write->add_option("--flat", options->n_flat, "Variables without levels")
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  write->add_option("--deep", options->n_deep, "Variables with levels")
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
    require(options->n_flat + options->n_deep > 0,
            "there is no variable to write; give --flat or --deep one");
    WriteBench bench(*options, world);
    bench.run();
    const double mean_run = bench.mean_run();
    if (world.rank() == 0) print_write_bench(*options, bench, world.size(), mean_run);
  });
}

}  // namespace groundswell
