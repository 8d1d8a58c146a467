// SPDX-License-Identifier: Apache-2.0
// What the benches of network-aware placement have in common: the mapping, and how figures are reported.
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
  MeasuredHosts hosts;  // of --network
};

void add_network_options(CLI::App& command, NetworkBenchOptions& options);
// By the file --order, or by what --network knows of the hosts for the pattern of so many bytes; without a
// pattern, ranks stay. Also says what is wrong with the JSON file before anything is measured. Collective.
PlacedBench place_ranks(const NetworkBenchOptions& options, const Communicator& world,
                        const BenchPattern& pattern, std::int64_t bytes);
std::string describe_prediction(const std::vector<double>& seconds);

// Each rank sends to its neighbours of a periodic grid, 26 at most.
BenchPattern make_grid_pattern(const RankGrid& grid);

// Adds --grid; without it, `grid` stays empty.
void add_grid_option(CLI::App& command, std::vector<int>& grid);
// Most alike in all directions where `grid` is empty. Throws Error for a grid of another number of ranks.
GridPlace choose_grid(const std::vector<int>& grid, int n_rank);

// What was run and where. Collective.
nlohmann::ordered_json begin_report(const char* bench, const PlacedRanks& ranks);
void write_report(const NetworkBenchOptions& options, const PlacedRanks& ranks,
                  const nlohmann::ordered_json& report);

// On rank 0.
void print_placed_heading(const PlacedRanks& ranks, const char* what);
void print_placed_times(const PlacedRanks& ranks, const std::string& what, const PlacedTimes& times,
                        const std::string& more = "");

// The times of an application's steps, printed and as "step" of the report.
void report_steps(const PlacedRanks& ranks, const char* heading, const std::string& what,
                  const char* communication, const ApplicationTimes& times, nlohmann::ordered_json& report);

}  // namespace groundswell
