// SPDX-License-Identifier: Apache-2.0
// The loads of `groundswell bench kernels` and what their steps cost. Every option of the program has its
// default.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "apps/program.hpp"
#include "comm/communicator.hpp"
#include "model/model.hpp"

namespace groundswell {

struct BenchOptions {
  int bisections = 6;            // 40,962 cells
  std::string package = "wam4";  // physics.package of the analytic seas
  int steps = 6;                 // measured steps of the analytic seas
  double spin_up_hours = 12.0;
  std::string storm;                                      // case file of the loads of a storm; empty = none
  std::filesystem::path folder = "output/bench_kernels";  // for the output of the storm's runs
  int storm_hours = 6;
  std::string json;
  std::string only;  // name of a single load; empty for all
};

// What the steps of a load cost.
struct LoadFigures {
  std::string scheme = "third_order";
  std::int64_t cells = 0, bins = 0, steps = 0;
  double step_seconds = 600.0;          // length of a model step
  std::map<std::string, double> parts;  // CPU time [s] of all steps by timer, on the rank where it is longest
  double seconds = 0.0;                 // CPU time [s] of all steps on the slowest rank
  double memory_bytes = 0.0;            // on all ranks
  double mean_sub_steps = 0.0;          // of propagation; 0 = not known

  double per_cell_bin_step() const { return seconds / double(cells) / double(bins) / double(steps); }
};

// An analytic sea: `operational` and `coarse`, aqua-planets under winds of 5 to 25 m/s everywhere, and
// `tides`, a shelf sea whose level and current change at every step.
struct AnalyticLoad {
  std::string name, scheme;
};
const std::vector<AnalyticLoad>& analytic_loads();

// The model after its spin-up.
std::unique_ptr<Model> make_analytic_load(const AnalyticLoad& load, const BenchOptions& options,
                                          const Communicator& world);
// Steps the model and measures it. Collective.
LoadFigures measure_steps(Model& model, const AnalyticLoad& load, int steps);

// Throws Error if the storm's case or the folder would be refused later.
void check_storm_loads(const BenchOptions& options);
// Runs a storm, as `groundswell run` does: its first hours from calm, and hours after its second day, without
// and with output. Returns the figures on the first rank, by load. Throws Error. Collective.
inline constexpr const char* storm_loads[] = {"calm", "coast", "coast_output"};
std::vector<std::pair<std::string, LoadFigures>> run_storm_loads(const BenchOptions& options,
                                                                 Program& program);

}  // namespace groundswell
