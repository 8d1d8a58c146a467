// SPDX-License-Identifier: Apache-2.0
// The choice of output ranks and of a transport to them. Plain values with defaults.
#pragma once

#include <cstdint>
#include <string>

namespace groundswell {

struct TransportSettings {
  std::string method = "direct";
  int n_slot = 4;                  // shipments (primary: fields) that can be in flight
  int n_primary = 1;               // primary: number of output ranks that gather
  std::string progress = "calls";  // what advances messages while a rank computes
};

// Ranks that only write, while the others compute.
struct ServerSettings {
  int n_server = 0;  // number of servers, which are the last ranks; 0: the compute ranks write
  TransportSettings transport;
  std::int64_t memory = std::int64_t(1) << 30;  // [B] per server, for data received and not yet written
};

}  // namespace groundswell
