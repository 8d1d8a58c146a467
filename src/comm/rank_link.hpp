// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace groundswell {

// What one rank sends to another in an exchange; the unit of the weight (bytes, cells) is the caller's.
struct RankLink {
  int rank = 0, other = 0;
  std::int64_t weight = 1;

  friend bool operator==(const RankLink&, const RankLink&) = default;
};

}  // namespace groundswell
