// SPDX-License-Identifier: Apache-2.0
// The fingerprint is a sum over pairs of a target, which exactly one rank has, and a place around it, which
// several ranks may use.
#include "boundary/place_fingerprints.hpp"

#include "base/constants.hpp"
#include "comm/together.hpp"
#include "forcing/needed_dates.hpp"

namespace groundswell {

PlaceFingerprints::PlaceFingerprints(const TargetPlaces& targets) {
  const double unit = targets.on_sphere ? degree : 1.0;
  for (std::size_t i = 0; i < targets.size(); ++i)
    targets_.emplace_back().add_place(targets.x[i] / unit, targets.y[i] / unit);
}

void PlaceFingerprints::look_at(std::size_t date, const PointSeries& points,
                                const std::vector<PlaceStencil>& stencils, const AddValues& add) {
  if (known_.contains(date)) return;
  std::map<std::size_t, ValuesHash> places;  // hashes of position and values
  std::map<std::size_t, bool> has_values;
  std::uint64_t sum = 0;
  for (std::size_t target = 0; target < stencils.size(); ++target)
    for (const StencilPlace& at : stencils[target]) {
      const auto [looked_at, is_new] = has_values.try_emplace(at.place, false);
      if (is_new) {
        ValuesHash hash;
        hash.add_place(points.x()[at.place], points.y()[at.place]);
        looked_at->second = add(at.place, date, hash);
        places[at.place] = hash;
      }
      if (!looked_at->second) continue;
      ValuesHash pair = targets_[target];
      pair.add(places[at.place]);
      sum += pair.value();
    }
  known_[date] = sum;
}

InputRecord PlaceFingerprints::find_input(const Communicator& ranks, const DateTime& from,
                                          const DateTime& until, const PointSeries& points,
                                          const std::vector<PlaceStencil>& stencils, const AddValues& add) {
  const auto look = [&](const std::vector<std::size_t>& dates) {
    std::vector<std::int64_t> sums;
    run_together(ranks, [&] {
      for (const std::size_t date : dates) {
        if (points.has(date)) look_at(date, points, stencils, add);
        sums.push_back(points.has(date) ? std::int64_t(known_.at(date)) : 0);
      }
    });
    ranks.sum_in_place(sums);
    return std::vector<std::uint64_t>(sums.begin(), sums.end());
  };
  return {"boundary", "the file of waves " + points.name(), false,
          find_fingerprints(points.dates(), from, until, look)};
}

}  // namespace groundswell
