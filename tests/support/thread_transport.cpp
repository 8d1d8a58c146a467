// SPDX-License-Identifier: Apache-2.0
// The sender copies rows directly into the memory that the receiver takes over.
#include "support/thread_transport.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "transfer/send_slots.hpp"

namespace groundswell {

ThreadLink::ThreadLink(const PacketPlan& plan, int n_slot) : plan_(plan), n_slot_(checked_slots(n_slot)) {}

void ThreadSender::send(const std::string& note, const std::vector<Packet>& packets, bool is_last) {
  const PacketPlan& plan = link_.plan_;
  for (const Packet& packet : packets) plan.check(packet);
  const Stopwatch waiting;
  {
    std::unique_lock lock(link_.mutex_);
    const auto has_room = [&] { return link_.shipments_.size() < link_.n_slot_; };
    if (!has_room()) ++counts_.n_waited;
    link_.changed_.wait(lock, has_room);
  }
  counts_.wait_seconds += waiting.seconds();
  const Stopwatch packing;
  ReceivedShipment shipment{note, plan.make_room(kinds_of(packets)), is_last};
  for (std::size_t i = 0; i < packets.size(); ++i)
    for (std::size_t field = 0; field < packets[i].from.size(); ++field) {
      const std::int64_t n = plan.n_wanted(packets[i].kind);
      plan.copy_own(
          packets[i], field, {0, n},
          make_cell_rows(shipment.packets[i].fields[field].data(), n, packets[i].from[field].length));
    }
  const std::int64_t bytes = plan.room_bytes(kinds_of(packets));
  counts_.bytes += bytes;
  ++counts_.n_shipment;
  counts_.slot_bytes = std::max(counts_.slot_bytes, bytes * std::int64_t(link_.n_slot_));
  counts_.pack_seconds += packing.seconds();
  const std::lock_guard lock(link_.mutex_);
  link_.shipments_.push_back(std::move(shipment));
  link_.changed_.notify_all();
}

std::optional<std::string> ThreadSender::look_for_answer() {
  const std::lock_guard lock(link_.mutex_);
  if (link_.answers_.empty()) return {};
  std::string words = std::move(link_.answers_.front());
  link_.answers_.pop_front();
  return words;
}

std::int64_t ThreadReceiver::await() {
  std::unique_lock lock(link_.mutex_);
  link_.changed_.wait(lock, [&] { return !link_.shipments_.empty(); });
  std::int64_t bytes = 0;
  for (const ReceivedPacket& packet : link_.shipments_.front().packets)
    for (const ByteBuffer& field : packet.fields) bytes += std::int64_t(field.size());
  return bytes;
}

ReceivedShipment ThreadReceiver::take() {
  await();
  const std::lock_guard lock(link_.mutex_);
  ReceivedShipment shipment = std::move(link_.shipments_.front());
  link_.shipments_.pop_front();
  link_.changed_.notify_all();
  return shipment;
}

void ThreadReceiver::answer(const std::string& words) {
  const std::lock_guard lock(link_.mutex_);
  link_.answers_.push_back(words);
}

}  // namespace groundswell
