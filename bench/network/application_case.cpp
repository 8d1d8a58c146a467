// SPDX-License-Identifier: Apache-2.0
#include "bench/network/application_case.hpp"

#include <numeric>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/exact_sum.hpp"

namespace groundswell {

ApplicationTimes time_application(const PlacedRanks& ranks,
                                  const std::vector<SteppedApplication>& applications, int repetitions) {
  ensure(applications.size() == ranks.n_placement(), "applications on ", applications.size(), " placements");
  std::vector<std::vector<double>> communication(applications.size());  // [placement][run]
  std::vector<PlacedWay> ways;
  for (std::size_t i = 0; i < applications.size(); ++i)
    ways.push_back({[&, i] {
                      const double before = applications[i].communication_seconds();
                      const Stopwatch stopwatch;
                      applications[i].step();
                      const double seconds = stopwatch.seconds();
                      communication[i].push_back(applications[i].communication_seconds() - before);
                      return seconds;
                    },
                    {},
                    {}});
  time_in_turns(ranks.world(), ways, repetitions);
  ApplicationTimes times;
  std::vector<std::vector<double>> seconds;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    seconds.push_back(ways[i].seconds);
    communication[i].erase(communication[i].begin());  // drops the first run, which is not timed
    times.communication_share.push_back(sum_exact(ranks.world(), communication[i]) /
                                        sum_exact(ranks.world(), ways[i].mine));
  }
  times.step = compare_placements(seconds);
  return times;
}

nlohmann::ordered_json to_json(const ApplicationTimes& times) {
  nlohmann::ordered_json json = to_json(times.step);
  for (std::size_t i = 0; i < times.communication_share.size(); ++i)
    json[PlacedRanks::name(i)]["communication_share"] = times.communication_share[i];
  return json;
}

}  // namespace groundswell
