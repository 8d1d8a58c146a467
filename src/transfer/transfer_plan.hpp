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

// Where the rows of a block are: within a received message or, if `stage` < 0, among this process's own
// source cells, with `pair` the index in CellPairs::sends.
struct BlockPlace {
  int stage = -1, message = 0, pair = 0;
  std::int64_t first_row = 0, n_row = 0;
};

// A block whose target is this process: where its rows are, and its index in CellPairs::receives.
struct Delivery {
  BlockPlace place;
  int pair = 0;
};

struct SentMessage {
  int rank = 0;
  std::int64_t n_row = 0;
  std::vector<BlockPlace> blocks;  // in the order of the message
};

struct ReceivedMessage {
  int rank = 0;
  std::int64_t n_row = 0;
  std::vector<Delivery> deliveries;  // blocks whose target is this process
};

struct TransferStage {
  std::vector<SentMessage> sends;  // by ascending rank, never to this process itself
  std::vector<ReceivedMessage> receives;
};

struct TransferPlan {
  std::vector<TransferStage> stages;       // at least one
  std::vector<Delivery> local_deliveries;  // of cells that never leave this process
};

// Not collective: a rank's plan follows from its part of the route.
TransferPlan make_transfer_plan(const Route& route, const CellPairs& pairs, const KeptLinks& kept);

}  // namespace groundswell
