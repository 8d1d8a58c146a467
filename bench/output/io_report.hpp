// SPDX-License-Identifier: Apache-2.0
// The results of groundswell-bench io, as a table and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/measure/ratios.hpp"
#include "bench/output/array_load.hpp"
#include "transport/transport_settings.hpp"

namespace groundswell {

struct IoBenchOptions {
  int outputs = 10, burst = 1, pairs = 9;
  std::int64_t n_lon = 288, n_lat = 144;
  ArrayLoadSize load;
  std::vector<int> every{1};
  double step_seconds = 1.0, disk = 100e6;
  ServerSettings servers{.n_server = 1, .transport = {}};
  std::string folder = ".", json;
};

struct IoRun {
  double wall = 0.0;  // [s] of the slowest rank, excluding opening
  // [s] spent on opening files (slowest rank), and in write() and close() (slowest compute rank).
  double open_seconds = 0.0, call_seconds = 0.0, close_seconds = 0.0;
  double write_seconds = 0.0;  // [s] of writing, with waits for an emulated disk (slowest writing rank)
  double pack_seconds = 0.0, wait_seconds = 0.0;  // parts of write(), if there are servers
  std::int64_t n_waited = 0;
  double hidden() const { return 1.0 - call_seconds / write_seconds; }
};

// Runs with an output every `every` steps, and as many runs without output.
struct IoCase {
  int every = 1;
  std::vector<IoRun> with;
  std::vector<double> without;

  std::vector<double> all(double IoRun::*part) const {
    std::vector<double> values;
    for (const IoRun& one : with) values.push_back(one.*part);
    return values;
  }
  std::vector<double> hidden() const {
    std::vector<double> values;
    for (const IoRun& one : with) values.push_back(one.hidden());
    return values;
  }
  Ratio ratio() const { return ratio_to_best(all(&IoRun::wall), {without}); }
};

// `limit`: the times [s] that one process took to write and sync the bytes of an output.
void print_io_cases(const IoBenchOptions& options, const ArrayLoad& load, int n_compute,
                    const std::vector<double>& limit, const std::vector<IoCase>& cases);
nlohmann::json describe_io_cases(const IoBenchOptions& options, const ArrayLoad& load, int n_compute,
                                 const std::vector<double>& limit, const std::vector<IoCase>& cases);

}  // namespace groundswell
