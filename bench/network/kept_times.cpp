// SPDX-License-Identifier: Apache-2.0
#include "bench/network/kept_times.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "bench/network/placed_ranks.hpp"
#include "probe/robust_median.hpp"

namespace groundswell {
double KeptTimes::at(double share) const {
  ensure(!seconds.empty(), "a quantile of no times");
  const double place = share * double(seconds.size() - 1);
  const std::size_t below = std::size_t(place), above = std::min(below + 1, seconds.size() - 1);
  return seconds[below] + (place - double(below)) * (seconds[above] - seconds[below]);
}

KeptTimes keep_times(const std::vector<double>& seconds) {
  const std::vector<bool> kept = find_kept(seconds);
  KeptTimes times;
  for (std::size_t i = 0; i < seconds.size(); ++i)
    if (kept[i]) times.seconds.push_back(seconds[i]);
  times.n_dropped = int(seconds.size() - times.seconds.size());
  std::ranges::sort(times.seconds);
  return times;
}

nlohmann::ordered_json to_json(const KeptTimes& times) {
  return {{"median", times.median()},
          {"fastest", times.seconds.front()},
          {"lower_quartile", times.lower_quartile()},
          {"upper_quartile", times.upper_quartile()},
          {"slowest", times.seconds.back()},
          {"kept", times.seconds.size()},
          {"dropped", times.n_dropped}};
}

PlacedTimes compare_placements(const std::vector<std::vector<double>>& seconds) {
  PlacedTimes times;
  for (const std::vector<double>& placement : seconds) times.placements.push_back(keep_times(placement));
  if (seconds.size() < 2) return times;
  const std::vector<bool> before = find_kept(seconds[0]), after = find_kept(seconds[1]);
  std::vector<double> kept_before, kept_after;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!before[i] || !after[i]) continue;
    kept_before.push_back(seconds[0][i]);
    kept_after.push_back(seconds[1][i]);
  }
  if (!kept_before.empty()) times.speed_up = ratio_to_best(kept_before, {kept_after});
  return times;
}

nlohmann::ordered_json to_json(const PlacedTimes& times) {
  nlohmann::ordered_json json;
  for (std::size_t i = 0; i < times.placements.size(); ++i)
    json[PlacedRanks::name(i)] = to_json(times.placements[i]);
  if (times.placements.size() < 2) return json;
  json["speed_up"] = times.speed_up.value;
  json["interval"] = {times.speed_up.low, times.speed_up.high};
  return json;
}

}  // namespace groundswell
