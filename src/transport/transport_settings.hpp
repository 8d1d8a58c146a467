// SPDX-License-Identifier: Apache-2.0
// The choice of output ranks and of a way to them. Plain values with defaults.
#pragma once

#include <cstdint>
#include <string>

namespace groundswell {

struct TransportSettings {
  std::string method = "direct";
  int n_slot = 4;                  // shipments (primary: fields) that can be under way at once
  int n_primary = 1;               // primary: so many output ranks gather
  std::string progress = "calls";  // what lets messages go on while a rank computes
};

// Ranks that do nothing but write, while the others compute.
struct ServerSettings {
  int n_server = 0;  // the last ranks; 0 = the ranks that compute write
  TransportSettings transport;
  std::int64_t memory = std::int64_t(1) << 30;  // [B] of a server, for what has come and is not written yet
};

}  // namespace groundswell
