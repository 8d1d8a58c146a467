// SPDX-License-Identifier: Apache-2.0
// One part of a probe, quiet or under load: message sizes in ascending order, each between all pairs, as far
// as the time allows. If time runs out there are fewer sizes, but always all pairs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "probe/probe.hpp"
#include "probe/probe_crew.hpp"

namespace groundswell {

struct ProbePart {
  int n_size = 0;                  // the number of complete sizes, counted from the smallest
  std::vector<Measurement> found;  // of these sizes
  std::string left_out;            // why larger sizes are missing; empty if none is
};

// How the pairs of a step are measured, and how long the part has taken so far [s].
struct PartMeter {
  std::function<std::vector<Measurement>(const ProbeStep&, const PingSettings&)> measure;
  std::function<double()> seconds;
};

// Measures with a crew, within ProbeCrew::run(); the seconds count from this call.
PartMeter meter_of(ProbeCrew& crew);

// The time of each size is predicted from smaller messages, some of which are sent only for that purpose.
// Takes at most `seconds`, plus the time to end a measurement that is then under way. Throws an Error that
// names a pair that does not answer.
ProbePart measure_part(const PartMeter& meter, const ProbeSettings& settings,
                       const std::vector<ProbeStep>& steps, bool is_load, double seconds);

}  // namespace groundswell
