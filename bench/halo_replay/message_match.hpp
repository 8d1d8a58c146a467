// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/halo_replay/rank_schedule.hpp"

namespace groundswell {

struct MatchedMessage {
  int from = 0, to = 0;
  std::int64_t bytes = 0;
};

// The messages of some schedules and, for each rank, the message posted by each of its steps; -1 for steps
// that post none.
struct MessageMatch {
  std::vector<MatchedMessage> messages;
  std::vector<std::vector<int>> message_of_step;
};

// As in MPI, the n-th send from rank a to rank b with a given tag matches the n-th receive by b from a with
// that tag. Throws Error for a message that only one side posts, or whose size differs between the sides.
MessageMatch match_messages(std::span<const RankSchedule> schedules);

}  // namespace groundswell
