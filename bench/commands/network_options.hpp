// SPDX-License-Identifier: Apache-2.0
// Code shared by the benchmarks of network-aware placement: the reordering of ranks, and the reports.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/network/application_case.hpp"
#include "bench/network/kept_times.hpp"
#include "bench/network/measured_hosts.hpp"
#include "bench/network/placed_ranks.hpp"
#include "bench/network/rank_grid.hpp"

namespace groundswell {

struct NetworkBenchOptions {
  std::string order, network, map = "nodes", json;
  int repetitions = 30;
};

struct PlacedBench {
  PlacedRanks ranks;
  MeasuredHosts hosts;  // from the file of --network
};

void add_network_options(CLI::App& command, NetworkBenchOptions& options);
// Reorders the ranks according to the file of --order or, without it, for the messages of `pattern` with size
// `bytes` on the network in the file of --network; without a pattern or a network, the ranks keep their
// order. Also checks, before anything is measured, that the JSON file can be written. Collective.
PlacedBench place_ranks(const NetworkBenchOptions& options, const Communicator& world,
                        const BenchPattern& pattern, std::int64_t bytes);
std::string describe_prediction(const std::vector<double>& seconds);

// Each rank sends to its neighbours in a periodic grid, 26 at most.
BenchPattern make_grid_pattern(const RankGrid& grid);

// Adds the option --grid; if it is not given, `grid` stays empty.
void add_grid_option(CLI::App& command, std::vector<int>& grid);
// The extent of the process grid: `grid` or, if that is empty, numbers of processes along the axes that are
// as nearly equal as possible. Throws Error if `grid` is for a different number of ranks.
GridPlace choose_grid(const std::vector<int>& grid, int n_rank);

// Describes the benchmark and its machine. Collective.
nlohmann::ordered_json begin_report(const char* bench, const PlacedRanks& ranks);
void write_report(const NetworkBenchOptions& options, const PlacedRanks& ranks,
                  const nlohmann::ordered_json& report);

// Prints on rank 0 only, like the next function.
void print_placed_heading(const PlacedRanks& ranks, const char* what);
void print_placed_times(const PlacedRanks& ranks, const std::string& what, const PlacedTimes& times,
                        const std::string& more = "");

// Prints the times of an application's steps and adds them as "step" to the report.
void report_steps(const PlacedRanks& ranks, const char* heading, const std::string& what,
                  const char* communication, const ApplicationTimes& times, nlohmann::ordered_json& report);

}  // namespace groundswell
