// SPDX-License-Identifier: Apache-2.0
// Times without those that are an order of magnitude off: a machine that others share has moments in which
// everything waits. How many were dropped is counted.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "bench/measure/ratios.hpp"

namespace groundswell {

struct KeptTimes {
  std::vector<double> seconds;  // ascending
  int n_dropped = 0;

  // Of what was kept, a quarter, a half and three quarters are below these [s].
  double lower_quartile() const { return at(0.25); }
  double median() const { return at(0.5); }
  double upper_quartile() const { return at(0.75); }

 private:
  double at(double share) const;
};

// Those that find_kept() of probe/robust_median.hpp keeps.
KeptTimes keep_times(const std::vector<double>& seconds);
nlohmann::ordered_json to_json(const KeptTimes& times);

// Times of the same thing before ranks were placed anew and, where they were, after; both in the same
// repetitions.
struct PlacedTimes {
  std::vector<KeptTimes> placements;  // one or two
  Ratio speed_up;                     // median before over median after, of repetitions that both keep
};
PlacedTimes compare_placements(const std::vector<std::vector<double>>& seconds);
// "before", "after" and "speed_up" with its "interval".
nlohmann::ordered_json to_json(const PlacedTimes& times);

}  // namespace groundswell
