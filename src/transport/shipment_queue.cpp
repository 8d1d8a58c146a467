// SPDX-License-Identifier: Apache-2.0
#include "transport/shipment_queue.hpp"

#include <algorithm>
#include <utility>

namespace groundswell {

ShipmentQueue::ShipmentQueue(ShipmentReceiver& receiver, std::int64_t most_bytes)
    : receiver_(receiver), most_bytes_(most_bytes), thread_([this] {
        try {
          receive_all();
        } catch (...) {
          const std::lock_guard lock(mutex_);
          failure_ = std::current_exception();
          changed_.notify_all();
        }
      }) {}

ShipmentQueue::~ShipmentQueue() {
  discard();
  thread_.join();
}

void ShipmentQueue::receive_all() {
  for (bool is_last = false; !is_last;) {
    const std::int64_t bytes = receiver_.await();
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock,
                    [&] { return discards_ || held_bytes_ == 0 || held_bytes_ + bytes <= most_bytes_; });
      held_bytes_ += bytes;
      highest_bytes_ = std::max(highest_bytes_, held_bytes_);
    }
    Held held{receiver_.take(), bytes};
    is_last = held.shipment.is_last;
    const std::lock_guard lock(mutex_);
    if (discards_)
      held_bytes_ -= bytes;
    else
      queue_.push_back(std::move(held));
    changed_.notify_all();
  }
}

ReceivedShipment ShipmentQueue::next() {
  std::unique_lock lock(mutex_);
  held_bytes_ -= std::exchange(in_use_bytes_, 0);
  changed_.notify_all();
  changed_.wait(lock, [&] { return !queue_.empty() || failure_; });
  if (queue_.empty()) std::rethrow_exception(failure_);
  Held held = std::move(queue_.front());
  queue_.pop_front();
  in_use_bytes_ = held.bytes;
  return std::move(held.shipment);
}

void ShipmentQueue::discard() {
  const std::lock_guard lock(mutex_);
  discards_ = true;
  for (const Held& held : std::exchange(queue_, {})) held_bytes_ -= held.bytes;
  changed_.notify_all();
}

std::int64_t ShipmentQueue::highest_bytes() const {
  const std::lock_guard lock(mutex_);
  return highest_bytes_;
}

}  // namespace groundswell
