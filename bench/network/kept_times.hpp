// SPDX-License-Identifier: Apache-2.0
// Measured times without those that are off by an order of magnitude: on a shared machine, everything stalls
// now and then. The number of dropped times is counted.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "bench/measure/ratios.hpp"

namespace groundswell {

struct KeptTimes {
  std::vector<double> seconds;  // ascending
  int n_dropped = 0;

  // A quarter, half and three quarters of the kept times are below these [s].
  double lower_quartile() const { return at(0.25); }
  double median() const { return at(0.5); }
  double upper_quartile() const { return at(0.75); }

 private:
  double at(double share) const;
};

// The times kept by find_kept() of probe/robust_median.hpp.
KeptTimes keep_times(const std::vector<double>& seconds);
nlohmann::ordered_json to_json(const KeptTimes& times);

// Times of the same operation before and, if there is one, after a reordering of ranks; both from the same
// repetitions.
struct PlacedTimes {
  std::vector<KeptTimes> placements;  // one or two
  Ratio speed_up;                     // median before divided by median after, of repetitions kept in both
};
PlacedTimes compare_placements(const std::vector<std::vector<double>>& seconds);
// Keys: "before" and, if the ranks were reordered, "after" and "speed_up" with its "interval".
nlohmann::ordered_json to_json(const PlacedTimes& times);

}  // namespace groundswell
