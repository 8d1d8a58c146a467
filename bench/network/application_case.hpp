// SPDX-License-Identifier: Apache-2.0
// Times the steps of a mini-app before and after reordering its ranks, alternating between the two.
#pragma once

#include <functional>
#include <vector>

#include "bench/network/kept_times.hpp"
#include "bench/network/placed_ranks.hpp"

namespace groundswell {

// One application on one placement of its ranks.
struct SteppedApplication {
  std::function<void()> step;
  std::function<double()> communication_seconds;  // of this rank so far: packing, sending and waiting
};

struct ApplicationTimes {
  PlacedTimes step;
  std::vector<double> communication_share;  // [placement] fraction of the total step time of all ranks
};

// `applications` has one entry per placement. Every rank gets the same result. Collective.
ApplicationTimes time_application(const PlacedRanks& ranks,
                                  const std::vector<SteppedApplication>& applications, int repetitions);
nlohmann::ordered_json to_json(const ApplicationTimes& times);

}  // namespace groundswell
