// SPDX-License-Identifier: Apache-2.0
// Buffers of messages in flight: a slot is reused when its messages are known to be complete. One thread
// fills slots; another may call progress() meanwhile.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

#include "comm/request.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

class SendSlots {
 public:
  class Slot {
   public:
    std::span<std::byte> memory() const { return used_; }
    void add(Request request) {
      const std::lock_guard lock(mutex_);
      requests_.push_back(std::move(request));
    }
    void add(CollectiveRequest request) {
      const std::lock_guard lock(mutex_);
      collectives_.push_back(std::move(request));
    }
    // Whether all messages of the slot are complete; also advances them.
    bool is_free();

   private:
    friend class SendSlots;
    void empty();
    ByteBuffer memory_;  // never shrinks
    std::span<std::byte> used_;
    std::mutex mutex_;  // protects the requests
    std::vector<Request> requests_;
    std::vector<CollectiveRequest> collectives_;
  };

  // Throws Error if the number of slots is invalid (checked_slots).
  explicit SendSlots(int n_slot) : slots_(checked_slots(n_slot)) {}
  // Waits until all messages have been sent, except after an error: MPI may then still read messages that
  // nobody has received, so their memory is kept until the program ends.
  ~SendSlots();
  SendSlots(const SendSlots&) = delete;
  SendSlots& operator=(const SendSlots&) = delete;

  // The oldest slot, with room for this many bytes. If its messages are still in flight, waits for them and
  // meanwhile advances those of all slots.
  Slot& next(std::size_t bytes);
  bool progress();  // advances messages; returns whether any are in flight

  std::int64_t n_waited() const { return n_waited_; }
  double wait_seconds() const { return wait_seconds_; }
  std::int64_t bytes() const;  // memory allocated

 private:
  std::vector<Slot> slots_;
  std::size_t oldest_ = 0;
  std::int64_t n_waited_ = 0;
  double wait_seconds_ = 0.0;
};

}  // namespace groundswell
