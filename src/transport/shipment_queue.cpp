// SPDX-License-Identifier: Apache-2.0
#include "transport/shipment_queue.hpp"

#include <algorithm>
#include <utility>

namespace groundswell {

ShipmentQueue::ShipmentQueue(std::shared_ptr<ShipmentReceiver> receiver, std::int64_t most_bytes)
    : shared_(std::make_shared<Shared>(std::move(receiver), most_bytes)), thread_([shared = shared_] {
        try {
          shared->receive_all();
        } catch (...) {
          const std::lock_guard lock(shared->mutex);
          shared->failure = std::current_exception();
          shared->changed.notify_all();
        }
      }) {}

ShipmentQueue::~ShipmentQueue() {
  if (std::uncaught_exceptions() > 0) {
    thread_.detach();
  } else {
    discard();
    thread_.join();
  }
}

void ShipmentQueue::Shared::receive_all() {
  for (bool is_last = false; !is_last;) {
    const std::int64_t bytes = receiver->await();
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return discards || held_bytes == 0 || held_bytes + bytes <= most_bytes; });
      held_bytes += bytes;
      highest_bytes = std::max(highest_bytes, held_bytes);
    }
    Held held{receiver->take(), bytes};
    is_last = held.shipment.is_last;
    const std::lock_guard lock(mutex);
    if (discards)
      held_bytes -= bytes;
    else
      queue.push_back(std::move(held));
    changed.notify_all();
  }
}

void ShipmentQueue::Shared::forget_used() {
  held_bytes -= std::exchange(in_use_bytes, 0);
  changed.notify_all();
}

ReceivedShipment ShipmentQueue::next() {
  std::unique_lock lock(shared_->mutex);
  shared_->forget_used();
  shared_->changed.wait(lock, [&] { return !shared_->queue.empty() || shared_->failure; });
  if (shared_->queue.empty()) std::rethrow_exception(shared_->failure);
  Held held = std::move(shared_->queue.front());
  shared_->queue.pop_front();
  shared_->in_use_bytes = held.bytes;
  return std::move(held.shipment);
}

bool ShipmentQueue::is_ready() {
  const std::lock_guard lock(shared_->mutex);
  shared_->forget_used();
  return !shared_->queue.empty() || shared_->failure;
}

void ShipmentQueue::discard() {
  const std::lock_guard lock(shared_->mutex);
  shared_->discards = true;
  for (const Held& held : std::exchange(shared_->queue, {})) shared_->held_bytes -= held.bytes;
  shared_->changed.notify_all();
}

std::int64_t ShipmentQueue::highest_bytes() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->highest_bytes;
}

}  // namespace groundswell
