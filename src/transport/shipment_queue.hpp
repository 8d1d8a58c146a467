// SPDX-License-Identifier: Apache-2.0
// Received shipments that wait to be written: if several threads may call MPI, one receives while another
// writes, so that a burst of output is received without delay, up to a limit on memory; otherwise shipments
// are received one at a time, when the writer asks for them.
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
  // Starts a thread, if it may call MPI, that receives until the last shipment. Shipments in the queue and
  // the one last returned take at most `most_bytes`, unless a single one takes more.
  ShipmentQueue(std::shared_ptr<ShipmentReceiver> receiver, std::int64_t most_bytes);
  // Lets the thread end: it waits for the last shipment, which the sender must send, so that no sender waits
  // for a side that has failed; but not during stack unwinding, since the exception then ends the program.
  ~ShipmentQueue();
  ShipmentQueue(const ShipmentQueue&) = delete;
  ShipmentQueue& operator=(const ShipmentQueue&) = delete;

  // Waits for the oldest shipment and returns it; the one returned before no longer counts towards the limit.
  // If receiving has failed, rethrows its exception. Precondition: the last shipment has not been returned
  // yet.
  ReceivedShipment next();
  // Whether next() or drop() would not wait for those who send; without a thread also advances what is
  // coming. The one returned before no longer counts, as in next().
  bool is_ready();
  // Waits for the next shipment, also for one that next() failed to receive, and returns it, maybe without
  // packets.
  ReceivedShipment drop();
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
    std::exception_ptr failure;

    Shared(std::shared_ptr<ShipmentReceiver> the_receiver, std::int64_t the_most_bytes)
        : receiver(std::move(the_receiver)), most_bytes(the_most_bytes) {}
    bool receive_one();
    void forget_used();
  };

  std::shared_ptr<Shared> shared_;
  bool has_last_ = false;  // has returned the last shipment
  std::thread thread_;
};

}  // namespace groundswell
