// SPDX-License-Identifier: Apache-2.0
// The shipments that a server receives: by a thread of their own, up to a limit on memory, if several threads
// may call MPI; otherwise one at a time, when the server asks for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "comm/mpi_session.hpp"
#include "transport/shipment_queue.hpp"

namespace groundswell {

class Incoming {
 public:
  Incoming(std::shared_ptr<ShipmentReceiver> receiver, std::int64_t most_bytes)
      : receiver_(std::move(receiver)) {
    if (threads_may_share_mpi()) queue_.emplace(receiver_, most_bytes);
  }
  // Waits for the next shipment. Precondition: the last one has not been returned yet.
  ReceivedShipment next() {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (queue_) return queue_->next();
    highest_bytes_ = std::max(highest_bytes_, receiver_->await());
    return receiver_->take();
  }
  // Whether next() or drop() would not wait for those who send; also advances what is coming.
  bool is_ready() {
    if (failure_) return true;
    if (queue_) return queue_->is_ready();
    try {
      return receiver_->look() && receiver_->advance();
    } catch (const std::exception&) {
      failure_ = std::current_exception();  // for next()
      return true;
    }
  }
  // Waits for the next shipment, also for one that next() failed to receive, and returns it without packets.
  ReceivedShipment drop() {
    if (queue_) try {
        return queue_->next();
      } catch (const std::exception&) {  // with which the queue's thread has ended
        highest_bytes_ = queue_->highest_bytes();
        queue_.reset();
      }
    return receiver_->drop();
  }
  std::int64_t highest_bytes() const { return queue_ ? queue_->highest_bytes() : highest_bytes_; }

 private:
  std::shared_ptr<ShipmentReceiver> receiver_;
  std::optional<ShipmentQueue> queue_;
  std::int64_t highest_bytes_ = 0;
  std::exception_ptr failure_;
};

}  // namespace groundswell
