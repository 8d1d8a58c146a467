// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/message_match.hpp"

#include <algorithm>
#include <compare>

#include "base/error.hpp"

namespace groundswell {
namespace {

// One side of a message; sides are sorted by sender, receiver and tag, then by the order in which they are
// posted.
struct MessageSide {
  int from = 0, to = 0, tag = 0, step = 0;
  std::int64_t bytes = 0;
  auto operator<=>(const MessageSide&) const = default;
  bool meets(const MessageSide& other) const {
    return from == other.from && to == other.to && tag == other.tag && bytes == other.bytes;
  }
};

struct MessageSides {
  std::vector<MessageSide> sent, received;
};

MessageSides find_sides(std::span<const RankSchedule> schedules) {
  MessageSides sides;
  for (int rank = 0; rank < int(schedules.size()); ++rank) {
    const std::vector<ScheduleStep>& steps = schedules[std::size_t(rank)].steps();
    for (int i = 0; i < int(steps.size()); ++i) {
      const ScheduleStep& step = steps[std::size_t(i)];
      if (step.kind == StepKind::post_receive)
        sides.received.push_back({step.partner, rank, step.tag, i, step.bytes});
      else if (step.kind == StepKind::send || step.kind == StepKind::start_send)
        sides.sent.push_back({rank, step.partner, step.tag, i, step.bytes});
    }
  }
  std::ranges::sort(sides.sent);
  std::ranges::sort(sides.received);
  return sides;
}

}  // namespace

MessageMatch match_messages(std::span<const RankSchedule> schedules) {
  const MessageSides sides = find_sides(schedules);
  require(sides.sent.size() == sides.received.size(), "the schedules send ", sides.sent.size(),
          " messages but receive ", sides.received.size());
  MessageMatch match;
  for (const RankSchedule& schedule : schedules)
    match.message_of_step.emplace_back(schedule.steps().size(), -1);
  for (std::size_t m = 0; m < sides.sent.size(); ++m) {
    const MessageSide& sent = sides.sent[m];
    const MessageSide& received = sides.received[m];
    require(sent.meets(received), "rank ", sent.from, " sends ", sent.bytes, " bytes to rank ", sent.to,
            " in its step ", sent.step, ", for which that rank has no receive of this size");
    match.message_of_step[std::size_t(sent.from)][std::size_t(sent.step)] = int(m);
    match.message_of_step[std::size_t(received.to)][std::size_t(received.step)] = int(m);
    match.messages.push_back({sent.from, sent.to, sent.bytes});
  }
  return match;
}

}  // namespace groundswell
