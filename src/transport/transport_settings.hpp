// SPDX-License-Identifier: Apache-2.0
// The choice of a way to output ranks. Plain values with defaults.
#pragma once

#include <string>

namespace groundswell {

struct TransportSettings {
  std::string method = "direct";
  int n_slot = 4;                  // shipments (primary: fields) that can be under way at once
  int n_primary = 1;               // primary: so many output ranks gather
  std::string progress = "calls";  // what lets messages go on while a rank computes
};

}  // namespace groundswell
