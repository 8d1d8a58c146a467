// SPDX-License-Identifier: Apache-2.0
#include "bench/halo_replay/schedule_replay.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <tuple>

#include "base/error.hpp"
#include "bench/halo_replay/message_match.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t chunk_bytes = 4096;
constexpr double never = -1.0;

struct MessageState {
  double send_posted = never, receive_posted = never, arrived = never;  // [s]
  std::int64_t left = 0;                                                // bytes that have not left the node
};

struct RankState {
  double clock = 0.0;
  std::size_t next = 0;  // index of the next step
  int awaited = -1;      // message that the rank is waiting for
};

struct NodeState {
  std::deque<int> leaving;      // queue of messages; the first is served next
  int sending = -1;             // message of which a chunk is on the link
  double arriving_until = 0.0;  // [s] time until which the link is busy with incoming chunks
};

// A message becomes ready to leave or, if `message` is -1, the link of a node is free for the next chunk.
struct ReplayEvent {
  double time = 0.0;
  std::int64_t number = 0;  // of two simultaneous events the older one is handled first
  int message = -1, node = -1;
  bool operator>(const ReplayEvent& other) const {
    return std::tie(time, number) > std::tie(other.time, other.number);
  }
};

class ScheduleReplay {
 public:
  ScheduleReplay(const ClusterModel& cluster, std::span<const int> node_of_rank,
                 std::span<const RankSchedule> schedules)
      : cluster_(cluster),
        node_of_rank_(node_of_rank),
        schedules_(schedules),
        match_(match_messages(schedules)),
        messages_(match_.messages.size()),
        ranks_(schedules.size()),
        nodes_(1 + std::size_t(*std::ranges::max_element(node_of_rank))) {
    for (std::size_t m = 0; m < messages_.size(); ++m) messages_[m].left = match_.messages[m].bytes;
  }

  std::vector<double> run(std::span<const double> begin) {
    for (int rank = 0; rank < int(ranks_.size()); ++rank) {
      if (!begin.empty()) ranks_[std::size_t(rank)].clock = begin[std::size_t(rank)];
      ready_.push_back(rank);
    }
    for (advance_ready(); !events_.empty(); advance_ready()) {
      const ReplayEvent event = events_.top();
      events_.pop();
      event.message >= 0 ? set_off(event.message, event.time) : send_chunk(event.node, event.time);
    }
    std::vector<double> finish;
    for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
      require(ranks_[rank].next == schedules_[rank].steps().size(), "the schedule hangs: rank ", rank,
              " waits for ever in its step ", ranks_[rank].next);
      finish.push_back(ranks_[rank].clock);
    }
    return finish;
  }

 private:
  const MatchedMessage& ends(int message) const { return match_.messages[std::size_t(message)]; }
  bool is_eager(int message) const { return ends(message).bytes <= cluster_.eager_bytes; }
  int node_of(int rank) const { return node_of_rank_[std::size_t(rank)]; }
  void push(double time, int message, int node) { events_.push({time, n_event_++, message, node}); }

  void advance_ready() {
    while (!ready_.empty()) {
      const int rank = ready_.back();
      ready_.pop_back();
      while (advance(rank)) {
      }
    }
  }

  // Executes the next step of a rank. Returns false at the end, or if the rank has to wait.
  bool advance(int rank) {
    RankState& state = ranks_[std::size_t(rank)];
    const std::vector<ScheduleStep>& steps = schedules_[std::size_t(rank)].steps();
    if (state.next == steps.size()) return false;
    const ScheduleStep& step = steps[state.next];
    if (step.kind == StepKind::work) {
      state.clock += step.seconds;
    } else if (step.kind == StepKind::wait) {
      const bool sent = steps[std::size_t(step.awaited)].kind == StepKind::start_send;
      if (!has_passed(state, message_of(rank, std::size_t(step.awaited)), sent)) return false;
    } else {
      const int message = message_of(rank, state.next);
      post(step.kind, message, state.clock);
      if (step.kind == StepKind::send && !has_passed(state, message, true)) return false;
    }
    ++state.next;
    return true;
  }

  int message_of(int rank, std::size_t step) const { return match_.message_of_step[std::size_t(rank)][step]; }

  // Posts one side of a message. A step that had to wait is executed again; its side has then already been
  // posted.
  void post(StepKind kind, int message, double time) {
    MessageState& state = messages_[std::size_t(message)];
    double& posted = kind == StepKind::post_receive ? state.receive_posted : state.send_posted;
    if (posted != never) return;
    posted = time;
    const bool waits = state.send_posted == never || (!is_eager(message) && state.receive_posted == never);
    const bool has_left = is_eager(message) && kind == StepKind::post_receive;
    if (!waits && !has_left) start(message);
  }

  // Whether a rank that needs a message may continue; if not, records that the rank waits for it.
  bool has_passed(RankState& rank, int message, bool sent) {
    if (sent && is_eager(message)) return true;
    const double arrived = messages_[std::size_t(message)].arrived;
    rank.awaited = arrived == never ? message : -1;
    if (arrived != never) rank.clock = std::max(rank.clock, arrived);
    return arrived != never;
  }

  void start(int message) {
    const MessageState& state = messages_[std::size_t(message)];
    const double time =
        is_eager(message) ? state.send_posted : std::max(state.send_posted, state.receive_posted);
    if (node_of(ends(message).from) == node_of(ends(message).to))
      arrive(message, time + cluster_.flag_latency);
    else
      push(time, message, -1);
  }

  void set_off(int message, double time) {
    const int node = node_of(ends(message).from);
    nodes_[std::size_t(node)].leaving.push_back(message);
    if (nodes_[std::size_t(node)].sending < 0) send_chunk(node, time);
  }

  // The link is free. The message that has used it goes to the end of the queue, and the next one sends a
  // chunk, which arrives after those sent earlier to the same node.
  void send_chunk(int node, double time) {
    NodeState& here = nodes_[std::size_t(node)];
    if (here.sending >= 0 && messages_[std::size_t(here.sending)].left > 0)
      here.leaving.push_back(here.sending);
    here.sending = -1;
    if (here.leaving.empty()) return;
    here.sending = here.leaving.front();
    here.leaving.pop_front();
    MessageState& state = messages_[std::size_t(here.sending)];
    const std::int64_t size = std::min(state.left, chunk_bytes);
    const double seconds = double(size) / cluster_.node_bandwidth;
    state.left -= size;
    NodeState& there = nodes_[std::size_t(node_of(ends(here.sending).to))];
    there.arriving_until = std::max(there.arriving_until, time + cluster_.latency) + seconds;
    push(time + seconds, -1, node);
    if (state.left == 0) arrive(here.sending, there.arriving_until);
  }

  void arrive(int message, double time) {
    messages_[std::size_t(message)].arrived = time;
    for (const int rank : {ends(message).from, ends(message).to}) {
      if (ranks_[std::size_t(rank)].awaited != message) continue;
      ranks_[std::size_t(rank)].awaited = -1;
      ready_.push_back(rank);
    }
  }

  const ClusterModel& cluster_;
  std::span<const int> node_of_rank_;
  std::span<const RankSchedule> schedules_;
  MessageMatch match_;
  std::vector<MessageState> messages_;
  std::vector<RankState> ranks_;
  std::vector<NodeState> nodes_;
  std::vector<int> ready_;  // ranks that may continue
  std::priority_queue<ReplayEvent, std::vector<ReplayEvent>, std::greater<>> events_;
  std::int64_t n_event_ = 0;
};

}  // namespace

std::vector<double> replay_schedules(const ClusterModel& cluster, std::span<const int> node_of_rank,
                                     std::span<const RankSchedule> schedules, std::span<const double> begin) {
  ensure(node_of_rank.size() == schedules.size() && (begin.empty() || begin.size() == schedules.size()),
         schedules.size(), " schedules for ", node_of_rank.size(), " ranks");
  if (schedules.empty()) return {};
  return ScheduleReplay(cluster, node_of_rank, schedules).run(begin);
}

}  // namespace groundswell
