// SPDX-License-Identifier: Apache-2.0
// The shipments that a server receives: by a thread of their own, up to a limit on memory, if several threads
// may call MPI; otherwise one at a time, when the server asks for it.
#pragma once

#include <algorithm>
#include <cstdint>
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
    if (queue_) return queue_->next();
    highest_bytes_ = std::max(highest_bytes_, receiver_->await());
    return receiver_->take();
  }
  std::int64_t highest_bytes() const { return queue_ ? queue_->highest_bytes() : highest_bytes_; }

 private:
  std::shared_ptr<ShipmentReceiver> receiver_;
  std::optional<ShipmentQueue> queue_;
  std::int64_t highest_bytes_ = 0;
};

}  // namespace groundswell
