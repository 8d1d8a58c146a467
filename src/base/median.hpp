// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "base/error.hpp"

namespace groundswell {

// The middle value, or the mean of the two middle ones.
inline double median(std::vector<double> values) {
  ensure(!values.empty(), "the median of no values");
  std::ranges::sort(values);
  return 0.5 * (values[(values.size() - 1) / 2] + values[values.size() / 2]);
}

}  // namespace groundswell
