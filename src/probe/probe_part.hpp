// SPDX-License-Identifier: Apache-2.0
// A part of a probe, quiet or under load: the sizes of messages one after another, each between all pairs, as
// far as the time goes. What is measured is of fewer sizes then, but of all pairs.
#pragma once

#include <string>
#include <vector>

#include "probe/probe.hpp"
#include "probe/probe_crew.hpp"

namespace groundswell {

struct ProbePart {
  int n_size = 0;                  // from the smallest on; these are complete
  std::vector<Measurement> found;  // of these
  std::string left_out;            // why there are no more; empty where there are all
};

// Inside of ProbeCrew::run(). Before a size is begun, its time is foretold by what smaller messages took,
// some of which are sent for that alone. Takes `seconds`, or longer by what is going on then between one
// pair. Throws Error that names a pair that does not answer.
ProbePart measure_part(ProbeCrew& crew, const ProbeSettings& settings, const std::vector<ProbeStep>& steps,
                       bool is_load, double seconds);

}  // namespace groundswell
