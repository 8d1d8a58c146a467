// SPDX-License-Identifier: Apache-2.0
// Shipments that have come and wait to be written: a thread receives while another one writes, so that a
// burst of output is taken at once, and no more than fits into a given memory.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "transport/shipment.hpp"

namespace groundswell {

class ShipmentQueue {
 public:
  // From now on a thread of its own receives, until the last shipment; over MPI that needs
  // ThreadLevel::multiple. Shipments in the queue and the one that next() has returned last take at most
  // `most_bytes`, unless one alone takes more.
  ShipmentQueue(std::shared_ptr<ShipmentReceiver> receiver, std::int64_t most_bytes);
  // Waits for the last shipment, whose sender must send it; but not while an exception passes, which ends the
  // program.
  ~ShipmentQueue();
  ShipmentQueue(const ShipmentQueue&) = delete;
  ShipmentQueue& operator=(const ShipmentQueue&) = delete;

  // Waits for the oldest; the one before it is then no longer counted. Throws what receiving threw.
  // Precondition: the last one has not been returned yet.
  ReceivedShipment next();
  // From now on all that comes is thrown away, so that no sender waits for a side that has failed.
  void discard();
  std::int64_t highest_bytes() const;  // that were held at once

 private:
  struct Held {
    ReceivedShipment shipment;
    std::int64_t bytes;
  };
  // What both threads know.
  struct Shared {
    std::shared_ptr<ShipmentReceiver> receiver;
    std::int64_t most_bytes;
    std::mutex mutex = {};
    std::condition_variable changed = {};
    std::deque<Held> queue = {};
    std::int64_t held_bytes = 0, in_use_bytes = 0, highest_bytes = 0;
    bool discards = false;
    std::exception_ptr failure = {};

    void receive_all();
  };

  std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace groundswell
