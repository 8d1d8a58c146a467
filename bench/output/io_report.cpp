// SPDX-License-Identifier: Apache-2.0
#include "bench/output/io_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/version.hpp"

namespace groundswell {

void print_io_cases(const IoBenchOptions& options, const ArrayLoad& load, int n_compute,
                    const std::vector<double>& limit, const std::vector<IoCase>& cases) {
  fmt::print(
      "{} computing and {} output ranks, {} outputs of {:.1f} MB, {:.2f} s of computing per step, {}\n",
      n_compute, options.servers.n_server, options.outputs, double(load.bytes()) / 1e6, options.step_seconds,
      options.disk > 0.0 ? fmt::format("a disk of {:.0f} MB/s", options.disk / 1e6) : "the disk as it is");
  fmt::print("one process writes and syncs {:.1f} MB in {:.4f} s at best\n", double(load.bytes()) / 1e6,
             std::ranges::min(limit));
  fmt::print("{:>8} {:>11} {:>10} {:>10} {:>9} {:>19} {:>10} {:>15}\n", "steps", "write() [s]", "close [s]",
             "disk [s]", "hidden %", "from, to", "wall time", "95 % interval");
  for (const IoCase& one : cases) {
    std::vector<IoRun> sorted = one.with;
    std::ranges::sort(sorted, {}, &IoRun::hidden);
    const IoRun& middle = sorted[sorted.size() / 2];
    const Ratio ratio = one.ratio();
    fmt::print("{:8} {:11.4f} {:10.4f} {:10.4f} {:9.2f} {:>19} {:10.3f} {:>15}\n", one.every,
               middle.call_seconds, middle.close_seconds, middle.write_seconds, 100.0 * middle.hidden(),
               fmt::format("{:.2f}, {:.2f}", 100.0 * sorted.front().hidden(), 100.0 * sorted.back().hidden()),
               ratio.value, fmt::format("{:.3f} to {:.3f}", ratio.low, ratio.high));
  }
}

nlohmann::json describe_io_cases(const IoBenchOptions& options, const ArrayLoad& load, int n_compute,
                                 const std::vector<double>& limit, const std::vector<IoCase>& cases) {
  nlohmann::json json{{"bench", "io"},
                      {"commit", commit()},
                      {"computing", n_compute},
                      {"servers", options.servers.n_server},
                      {"outputs", options.outputs},
                      {"burst", options.burst},
                      {"cells", load.cells().n_global},
                      {"flat", options.load.n_flat},
                      {"deep", options.load.n_deep},
                      {"levels", options.load.n_level},
                      {"bytes", load.bytes()},
                      {"step_seconds", options.step_seconds},
                      {"disk", options.disk},
                      {"limit_seconds", limit},
                      {"transport", options.servers.transport.method},
                      {"progress", options.servers.transport.progress},
                      {"slots", options.servers.transport.n_slot},
                      {"memory", options.servers.memory}};
  for (const IoCase& one : cases) {
    const Ratio ratio = one.ratio();
    std::vector<std::int64_t> n_waited;
    for (const IoRun& run : one.with) n_waited.push_back(run.n_waited);
    json["cases"].push_back({{"every", one.every},
                             {"hidden", one.hidden()},
                             {"open_seconds", one.all(&IoRun::open_seconds)},
                             {"call_seconds", one.all(&IoRun::call_seconds)},
                             {"close_seconds", one.all(&IoRun::close_seconds)},
                             {"write_seconds", one.all(&IoRun::write_seconds)},
                             {"pack_seconds", one.all(&IoRun::pack_seconds)},
                             {"wait_seconds", one.all(&IoRun::wait_seconds)},
                             {"n_waited", n_waited},
                             {"wall_with", one.all(&IoRun::wall)},
                             {"wall_without", one.without},
                             {"ratio", {{"median", ratio.value}, {"interval", {ratio.low, ratio.high}}}}});
  }
  return json;
}

}  // namespace groundswell
