// SPDX-License-Identifier: Apache-2.0
// Received shipments that wait to be written: one thread receives while another writes, so that a burst of
// output is received without delay, up to a limit on memory.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "transport/shipment.hpp"

namespace groundswell {

class ShipmentQueue {
 public:
  // Starts a thread that receives until the last shipment; over MPI that needs ThreadLevel::multiple.
  // Shipments in the queue and the one last returned by next() take at most `most_bytes`, unless a single one
  // takes more.
  ShipmentQueue(std::shared_ptr<ShipmentReceiver> receiver, std::int64_t most_bytes);
  // Waits for the last shipment, which the sender must send; but not during stack unwinding, since the
  // exception then ends the program.
  ~ShipmentQueue();
  ShipmentQueue(const ShipmentQueue&) = delete;
  ShipmentQueue& operator=(const ShipmentQueue&) = delete;

  // Waits for the oldest shipment and returns it; the one returned before no longer counts towards the limit.
  // If receiving has failed, rethrows its exception. Precondition: the last shipment has not been returned
  // yet.
  ReceivedShipment next();
  // Whether next() would not wait. The one returned before no longer counts, as in next().
  bool is_ready();
  // Discards the shipments in the queue and all that are still to come, so that no sender waits for a side
  // that has failed.
  void discard();
  std::int64_t highest_bytes() const;  // the most memory held at any time so far

 private:
  struct Held {
    ReceivedShipment shipment;
    std::int64_t bytes;
  };
  // State shared by the two threads.
  struct Shared {
    std::shared_ptr<ShipmentReceiver> receiver;
    std::int64_t most_bytes;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Held> queue;
    std::int64_t held_bytes = 0, in_use_bytes = 0, highest_bytes = 0;
    bool discards = false;
    std::exception_ptr failure;

    Shared(std::shared_ptr<ShipmentReceiver> the_receiver, std::int64_t the_most_bytes)
        : receiver(std::move(the_receiver)), most_bytes(the_most_bytes) {}
    void receive_all();
    void forget_used();
  };

  std::shared_ptr<Shared> shared_;
  std::thread thread_;
};

}  // namespace groundswell
