// SPDX-License-Identifier: Apache-2.0
#include "transport/shipment_queue.hpp"

#include <algorithm>
#include <utility>

#include "comm/mpi_session.hpp"

namespace groundswell {

ShipmentQueue::ShipmentQueue(std::shared_ptr<ShipmentReceiver> receiver, std::int64_t most_bytes)
    : shared_(std::make_shared<Shared>(std::move(receiver), most_bytes)) {
  if (threads_may_share_mpi())
    thread_ = std::thread([shared = shared_] {
      while (shared->receive_one()) {
      }
    });
}

ShipmentQueue::~ShipmentQueue() {
  if (!thread_.joinable()) return;
  if (std::uncaught_exceptions() > 0) {
    thread_.detach();
    return;
  }
  try {
    while (!has_last_) next();
  } catch (const std::exception&) {  // with which the thread has ended
  }
  thread_.join();
}

// Returns whether another one will come.
bool ShipmentQueue::Shared::receive_one() {
  try {
    const std::int64_t bytes = receiver->await();
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return held_bytes == 0 || held_bytes + bytes <= most_bytes; });
      highest_bytes = std::max(highest_bytes, held_bytes + bytes);
    }
    Held held{receiver->take(), bytes};
    const bool is_last = held.shipment.is_last;
    const std::lock_guard lock(mutex);
    held_bytes += bytes;
    queue.push_back(std::move(held));
    changed.notify_all();
    return !is_last;
  } catch (...) {
    const std::lock_guard lock(mutex);
    failure = std::current_exception();
    changed.notify_all();
    return false;
  }
}

void ShipmentQueue::Shared::forget_used() {
  held_bytes -= std::exchange(in_use_bytes, 0);
  changed.notify_all();
}

ReceivedShipment ShipmentQueue::next() {
  std::unique_lock lock(shared_->mutex);
  shared_->forget_used();
  if (!thread_.joinable() && !shared_->failure) {
    lock.unlock();
    shared_->receive_one();
    lock.lock();
  }
  shared_->changed.wait(lock, [&] { return !shared_->queue.empty() || shared_->failure; });
  if (shared_->queue.empty()) std::rethrow_exception(shared_->failure);
  Held held = std::move(shared_->queue.front());
  shared_->queue.pop_front();
  shared_->in_use_bytes = held.bytes;
  has_last_ = held.shipment.is_last;
  return std::move(held.shipment);
}

bool ShipmentQueue::is_ready() {
  const std::lock_guard lock(shared_->mutex);
  shared_->forget_used();
  try {
    if (!thread_.joinable() && !shared_->failure) return shared_->receiver->advance();
  } catch (const std::exception&) {
    shared_->failure = std::current_exception();  // for next()
  }
  return !shared_->queue.empty() || shared_->failure;
}

ReceivedShipment ShipmentQueue::drop() {
  if (thread_.joinable()) try {
      return next();
    } catch (const std::exception&) {  // with which the thread has ended
      thread_.join();
    }
  shared_->failure = nullptr;
  return shared_->receiver->drop();
}

std::int64_t ShipmentQueue::highest_bytes() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->highest_bytes;
}

}  // namespace groundswell
