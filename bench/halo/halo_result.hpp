// SPDX-License-Identifier: Apache-2.0
// The results of the halo-exchange benchmark for one case, and their output.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "bench/measure/ratios.hpp"

namespace groundswell {

// The method that chooses among the others.
inline constexpr const char* halo_chooser = "auto";

// One exchange on one rank [s]: the time from a barrier to the end of the exchange, and what the timers
// measured meanwhile.
struct HaloSample {
  double seconds = 0.0, pack = 0.0, wait = 0.0, unpack = 0.0;
};

struct RankSpread {
  double mean = 0.0, least = 0.0, most = 0.0;
};
RankSpread find_spread(std::span<const double> of_rank);

// The times of a method's exchanges, with warm or with cold caches.
struct HaloTimes {
  std::vector<double> seconds;             // of the slowest rank in each repetition
  RankSpread of_rank, pack, wait, unpack;  // over the ranks: each rank's median [s]
  RankSpread sums;                         // over the ranks: each rank's total over all repetitions [s]
  double median() const;                   // of `seconds`
};
// Summarises the samples of all ranks, which are ordered by rank, with the same number for each rank; without
// samples, the times are empty.
HaloTimes summarise(std::span<const HaloSample> samples, int n_rank);

struct HaloMethodResult {
  std::string name;
  double set_up = 0.0;  // [s] in the constructor on the slowest rank
  HaloTimes warm, cold;
};

// A method chosen by "auto"; `regret`: its median divided by the lowest median of all methods, with warm
// caches.
struct HaloChoice {
  std::string method;
  Ratio regret;
};

struct HaloCaseResult {
  std::int64_t n_cell = 0;
  int n_rank = 1, n_float = 0, n_ring = 1;
  std::string partition, reorder;     // how the mesh was partitioned, and how the ranks were placed
  RankSpread neighbours, sent_bytes;  // over ranks
  std::vector<HaloMethodResult> methods;
  HaloMethodResult copy;  // times to copy as many rows as the halo has, within each rank
  std::map<std::string, std::string> unavailable;  // methods that this machine does not support, and why
  std::vector<HaloChoice> choices;  // choices of "auto", set up several times; the last one was timed
  double seconds = 0.0;             // total time of the case

  // Throws Error if that method was not timed.
  const HaloMethodResult& method(const std::string& name) const;
  double widest_interval() const;
};

// Throws Error if the chosen method is not among those timed.
Ratio find_regret(const std::vector<HaloMethodResult>& methods, const std::string& chosen);

nlohmann::ordered_json to_json(const HaloCaseResult& result);
void print_halo_case(const HaloCaseResult& result);

}  // namespace groundswell
