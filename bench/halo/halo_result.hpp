// SPDX-License-Identifier: Apache-2.0
// What the bench of halo exchanges finds out about a case, and how it is written.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "bench/measure/ratios.hpp"

namespace groundswell {

// The method that chooses among others.
inline constexpr const char* halo_chooser = "auto";

// One exchange on one rank [s]: from a barrier to its end, and what the timers say of that time.
struct HaloSample {
  double seconds = 0.0, pack = 0.0, wait = 0.0, unpack = 0.0;
};

struct RankSpread {
  double mean = 0.0, least = 0.0, most = 0.0;
};
RankSpread find_spread(std::span<const double> of_rank);

// A method's exchanges, with warm or cold caches.
struct HaloTimes {
  std::vector<double> seconds;             // of each repetition, the slowest rank
  RankSpread of_rank, pack, wait, unpack;  // over ranks: of each its median [s]
  RankSpread sums;                         // over ranks: of each the time of all its repetitions [s]
  double median() const;                   // of `seconds`
};
// From the samples of all ranks, one rank after another, each with as many. Nothing where there are none.
HaloTimes summarise(std::span<const HaloSample> samples, int n_rank);

struct HaloMethodResult {
  std::string name;
  double set_up = 0.0;  // [s] the constructor on the slowest rank
  HaloTimes warm, cold;
};

// A method that "auto" has chosen: its median over the lowest of all methods, with warm caches.
struct HaloChoice {
  std::string method;
  Ratio regret;
};

struct HaloCaseResult {
  std::int64_t n_cell = 0;
  int n_rank = 1, n_float = 0, n_ring = 1;
  std::string partition, reorder;     // how the mesh was cut, and what placed the ranks
  RankSpread neighbours, sent_bytes;  // over ranks
  std::vector<HaloMethodResult> methods;
  HaloMethodResult copy;                           // of as many bytes within each rank
  std::map<std::string, std::string> unavailable;  // methods that this machine cannot do, and why
  std::vector<HaloChoice> choices;  // of "auto", made anew each time; that which was timed is the last
  double seconds = 0.0;             // that the case took in all

  // Throws Error where it was not timed.
  const HaloMethodResult& method(const std::string& name) const;
  double widest_interval() const;
};

// Throws Error where the chosen method is not among those timed.
Ratio find_regret(const std::vector<HaloMethodResult>& methods, const std::string& chosen);

nlohmann::ordered_json to_json(const HaloCaseResult& result);
void print_halo_case(const HaloCaseResult& result);

}  // namespace groundswell
