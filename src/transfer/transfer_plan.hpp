// SPDX-License-Identifier: Apache-2.0
// Who sends what to whom in which stage, for one choice of the links of a route. A point-to-point transfer is
// the plan that keeps no inner link, the full butterfly the one that keeps all.
#pragma once

#include <cstdint>
#include <vector>

#include "transfer/route.hpp"

namespace groundswell {

// Whether each inner link of a route is kept: [n_inner_link].
using KeptLinks = std::vector<bool>;

// Where the rows of a block are: within a received message (its index in TransferPlan::receives) or, if
// `message` < 0, among this process's own source cells, with `pair` the index in CellPairs::sends.
struct BlockPlace {
  int message = -1, pair = 0;
  std::int64_t first_row = 0, n_row = 0;
};

// A block whose target is this process: where its rows are, and its index in CellPairs::receives.
struct Delivery {
  BlockPlace place;
  int pair = 0;
};

// In each stage one process sends another at most one message.
struct SentMessage {
  int stage = 0, rank = 0;
  std::int64_t n_row = 0;
  std::vector<BlockPlace> blocks = {};  // in the order of the message
};

struct ReceivedMessage {
  int stage = 0, rank = 0;
  std::int64_t n_row = 0;
  std::vector<Delivery> deliveries = {};  // blocks whose target is this process
};

struct TransferPlan {
  int n_stage = 0;                         // at least one; a stage needs the messages of those before it
  std::vector<SentMessage> sends;          // by ascending stage and rank, never to this process itself
  std::vector<ReceivedMessage> receives;   // by ascending stage and rank
  std::vector<Delivery> local_deliveries;  // of cells that never leave this process
};

// Not collective: a rank's plan follows from its part of the route.
TransferPlan make_transfer_plan(const Route& route, const KeptLinks& kept);

}  // namespace groundswell
