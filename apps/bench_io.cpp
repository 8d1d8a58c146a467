// SPDX-License-Identifier: Apache-2.0
// groundswell bench io: how much of the time of writing output servers hide from the ranks that compute. A
// run that sends a field at intervals and computes in between takes turns with one that only computes. The
// disk can be emulated as a slow one: each field is written and synced, and then the server waits until a
// disk of that speed would be ready.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "apps/bench/ratios.hpp"
#include "apps/subcommands.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "comm/rank_roles.hpp"
#include "transport/shipment_queue.hpp"
#include "transport/transport.hpp"

namespace groundswell {
namespace {

struct IoBenchOptions {
  int servers = 1, outputs = 10, burst = 1, pairs = 9;
  double field_bytes = 55e6, compute_seconds = 4.5, disk = 20e6, memory = 1e9;
  TransportSettings transport;
  std::string folder = ".", json;
};

// Work of the processor alone, in units of about 10 ms.
class Computing {
 public:
  Computing() {
    const Stopwatch stopwatch;
    int n = 0;
    for (; stopwatch.seconds() < 0.5; ++n) work(1000);
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

// Cells of this rank on the side that computes: short runs, dealt out in turn.
Decomposition deal_cells(std::int64_t n_cell, int rank, int n_rank) {
  constexpr std::int64_t run = 64;
  Decomposition cells{n_cell, {}};
  for (std::int64_t cell = 0; cell < n_cell; ++cell)
    if (cell / run % n_rank == rank) cells.cells.push_back(cell);
  return cells;
}

struct OneRun {
  double wall = 0.0;                              // [s] of the slowest rank
  double send_seconds = 0.0;                      // of the slowest rank that computes
  double write_seconds = 0.0;                     // of the slowest server
  double pack_seconds = 0.0, wait_seconds = 0.0;  // parts of sending
  std::int64_t highest_queue = 0, n_waited = 0;
  double hidden() const { return 1.0 - send_seconds / write_seconds; }
};

class IoBench {
 public:
  IoBench(const IoBenchOptions& options, const Communicator& world)
      : options_(options),
        roles_(world, options.servers),
        computes_(roles_.role() == RankRole::compute),
        n_cell_(std::int64_t(options.field_bytes / double(sizeof(double)))) {
    const int rank = roles_.mine().rank(), size = roles_.mine().size();
    side_ = {{{"field", {{"field", sizeof(double)}}}},
             {computes_ ? deal_cells(n_cell_, rank, size) : make_block_decomposition(n_cell_, rank, size)}};
    if (computes_) field_.assign(side_.cells.front().cells.size(), 1.0);
    if (computes_)
      sender_ = make_sender(roles_, side_, options.transport);
    else
      receiver_ = make_receiver(roles_, side_, options.transport);
  }

  OneRun run(bool with_output) {
    wait_together();
    const Stopwatch stopwatch;
    OneRun one;
    if (with_output) computes_ ? send(one) : write(one);
    if (!with_output && computes_)
      for (int i = 0; i < options_.outputs; ++i) compute([] {});
    wait_together();
    const Communicator& world = roles_.world();
    one.wall = world.max(stopwatch.seconds());
    one.send_seconds = world.max(one.send_seconds);
    one.write_seconds = world.max(one.write_seconds);
    one.pack_seconds = world.max(one.pack_seconds);
    one.wait_seconds = world.max(one.wait_seconds);
    one.highest_queue = world.max(one.highest_queue);
    one.n_waited = world.max(one.n_waited);
    return one;
  }

 private:
  // A barrier that leaves the processor to others.
  void wait_together() const {
    CollectiveRequest barrier = roles_.world().start_barrier();
    nap_until([&] { return barrier.test(); });
  }
  template <class Pause>
  void compute(Pause&& pause) {
    for (int unit = 0; unit < Computing::n_unit(options_.compute_seconds); ++unit) {
      computing_.unit();
      pause();
    }
  }
  // Output comes before the computing behind which it can hide.
  void send(OneRun& one) {
    const SendCounts before = sender_->counts();
    for (int i = 0; i < options_.outputs; i += options_.burst) {
      const int n = std::min(options_.burst, options_.outputs - i);
      const Stopwatch stopwatch;
      for (int j = 0; j < n; ++j)
        sender_->send("", {{0, {make_cell_rows(field_)}}}, i + j + 1 == options_.outputs);
      one.send_seconds += stopwatch.seconds();
      for (int j = 0; j < n; ++j) compute([this] { sender_->progress(); });
    }
    const SendCounts after = sender_->counts();
    one.n_waited = after.n_waited - before.n_waited;
    one.pack_seconds = after.pack_seconds - before.pack_seconds;
    one.wait_seconds = after.wait_seconds - before.wait_seconds;
  }
  void write(OneRun& one) {
    ShipmentQueue queue(receiver_, std::int64_t(options_.memory));
    const std::string path = fmt::format("{}/bench_io_{}.dat", options_.folder, roles_.mine().rank());
    for (bool is_last = false; !is_last;) {
      const ReceivedShipment shipment = queue.next();
      is_last = shipment.is_last;
      const Stopwatch stopwatch;
      write_file(path, shipment.parcels.front().fields.front());
      one.write_seconds += stopwatch.seconds();
    }
    one.highest_queue = queue.highest_bytes();
    ::unlink(path.c_str());
  }
  void write_file(const std::string& path, const ByteBuffer& bytes) const {
    const Stopwatch stopwatch;
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    require(file >= 0, "cannot write '", path, "'; give --folder a folder that may be written");
    for (std::size_t done = 0; done < bytes.size();) {
      const ::ssize_t written = ::write(file, bytes.data() + done, bytes.size() - done);
      require(written > 0, "cannot write '", path, "'; give --folder a place with room");
      done += std::size_t(written);
    }
    ::fsync(file);
    ::close(file);
    if (options_.disk <= 0.0) return;
    const double ready = double(n_cell_) * sizeof(double) / options_.disk;  // servers share one disk
    std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0.0, ready - stopwatch.seconds())));
  }

  const IoBenchOptions& options_;
  RankRoles roles_;
  bool computes_;
  std::int64_t n_cell_;
  std::vector<double> field_;
  TransportSide side_;
  std::unique_ptr<ShipmentSender> sender_;
  std::shared_ptr<ShipmentReceiver> receiver_;
  Computing computing_;
};

void print_io_bench(const IoBenchOptions& options, const Communicator& world, const std::vector<OneRun>& with,
                    const std::vector<double>& without) {
  std::vector<double> walls, hidden;
  for (const OneRun& one : with) walls.push_back(one.wall), hidden.push_back(one.hidden());
  const Ratio ratio = ratio_to_best(walls, {without});
  std::vector<OneRun> sorted = with;
  std::ranges::sort(sorted, {}, &OneRun::hidden);
  const OneRun& middle = sorted[sorted.size() / 2];
  fmt::print(
      "{} computing and {} output ranks, {} outputs of {:.1f} MB, {:.2f} s of computing each, {}\n",
      world.size() - options.servers, options.servers, options.outputs, options.field_bytes / 1e6,
      options.compute_seconds,
      options.disk > 0.0 ? fmt::format("a disk of {:.0f} MB/s", options.disk / 1e6) : "the disk as it is");
  fmt::print("median of {}: sending {:.3f} s, writing {:.3f} s, hidden {:.2f} % ({:.2f} to {:.2f})\n",
             with.size(), middle.send_seconds, middle.write_seconds, 100.0 * middle.hidden(),
             100.0 * sorted.front().hidden(), 100.0 * sorted.back().hidden());
  fmt::print("wall time {:.3f} of that without output (95 % interval {:.3f} to {:.3f})\n", ratio.value,
             ratio.low, ratio.high);
  if (options.json.empty()) return;
  nlohmann::json json{{"computing", world.size() - options.servers},
                      {"servers", options.servers},
                      {"outputs", options.outputs},
                      {"burst", options.burst},
                      {"field_bytes", options.field_bytes},
                      {"compute_seconds", options.compute_seconds},
                      {"disk", options.disk},
                      {"transport", options.transport.method},
                      {"progress", options.transport.progress},
                      {"slots", options.transport.n_slot},
                      {"hidden", hidden},
                      {"wall_with", walls},
                      {"wall_without", without},
                      {"ratio", {{"median", ratio.value}, {"interval", {ratio.low, ratio.high}}}}};
  for (const OneRun& one : with) {
    json["n_waited"].push_back(one.n_waited);
    json["pack_seconds"].push_back(one.pack_seconds);
    json["wait_seconds"].push_back(one.wait_seconds);
    json["highest_queue"].push_back(one.highest_queue);
  }
  std::ofstream file(options.json);
  file << json.dump(1) << '\n';
  require(bool(file), "cannot write '", options.json, "'; give --json a file that may be written");
}

void run_io_bench(const IoBenchOptions& options, const Communicator& world) {
  IoBench bench(options, world);
  std::vector<OneRun> with;
  std::vector<double> without;
  for (int pair = 0; pair < options.pairs; ++pair) {
    with.push_back(bench.run(true));
    without.push_back(bench.run(false).wall);
  }
  if (world.rank() == 0) print_io_bench(options, world, with, without);
}

}  // namespace

void add_bench_io(CLI::App& bench, Program& program) {
  auto* io = bench.add_subcommand("io", "How much of the time of writing output servers hide");
  auto options = std::make_shared<IoBenchOptions>();
  const auto number = [io](const char* name, auto& value, const char* text, double least) {
    io->add_option(name, value, text)->check(CLI::Range(least, 1e12))->capture_default_str();
  };
  number("--servers", options->servers, "Ranks that write", 1);
  number("--outputs", options->outputs, "Outputs of a run", 1);
  number("--burst", options->burst, "So many of them at once", 1);
  number("--pairs", options->pairs, "Runs with output, and without", 1);
  number("--bytes", options->field_bytes, "Size of an output [B]", 8);
  number("--compute", options->compute_seconds, "Computing per output [s]", 0);
  number("--disk", options->disk, "Speed of the emulated disk [B/s]; 0: the disk as it is", 0);
  number("--memory", options->memory, "Of a server, for what has come and is not written yet [B]", 1);
  number("--primaries", options->transport.n_primary, "primary: output ranks that gather", 1);
  number("--slots", options->transport.n_slot, "Outputs that can be under way at once", 1);
  io->add_option("--transport", options->transport.method, "How output reaches the servers")
      ->check(CLI::IsMember(transport_methods()))
      ->capture_default_str();
  io->add_option("--progress", options->transport.progress, "What lets messages go on while a rank computes")
      ->check(CLI::IsMember(progress_methods()))
      ->capture_default_str();
  io->add_option("--folder", options->folder, "Where files are written, and removed again")
      ->capture_default_str();
  io->add_option("--json", options->json, "Write the result to this file too");
  io->callback([options, &program] { run_io_bench(*options, program.world(ThreadLevel::multiple)); });
}

}  // namespace groundswell
