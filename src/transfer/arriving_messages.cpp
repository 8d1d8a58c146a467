// SPDX-License-Identifier: Apache-2.0
#include "transfer/arriving_messages.hpp"

#include <utility>

#include "transfer/packet_plan.hpp"

namespace groundswell {

void ArrivingMessages::make_room(std::vector<ExpectedMessage> expected) {
  expected_ = std::move(expected);
  begins_.clear();
  std::int64_t all = 0;
  for (const ExpectedMessage& each : expected_) {
    begins_.push_back(all);
    all += each.bytes;
  }
  memory_->first(std::size_t(all));
}

void ArrivingMessages::make_room(const PacketPlan& plan, const std::vector<int>& kinds) {
  std::vector<ExpectedMessage> expected;
  for (const int from : plan.senders())
    expected.push_back({from, PacketPlan::tag, plan.bytes_from(from, kinds)});
  make_room(std::move(expected));
}

void ArrivingMessages::start(const Communicator& communicator) {
  awaited_.clear();
  for (std::size_t i = 0; i < expected_.size(); ++i) {
    const auto& [rank, tag, bytes] = expected_[i];
    if (bytes == 0) continue;
    const std::span message(memory_->data() + begins_[i], std::size_t(bytes));
    memory_.add(communicator.start_receive_bytes(message, rank, tag));
    awaited_.push_back(i);
  }
}

std::vector<int> ArrivingMessages::missing() {
  const std::vector<bool> pending = memory_.test_each();
  std::vector<int> ranks;
  for (std::size_t i = 0; i < pending.size(); ++i)
    if (pending[i]) ranks.push_back(expected_[awaited_[i]].rank);
  return ranks;
}

}  // namespace groundswell
