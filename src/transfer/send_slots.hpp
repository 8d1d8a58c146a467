// SPDX-License-Identifier: Apache-2.0
// Buffers of messages in flight: a slot is reused when its messages are known to be complete. One thread
// fills slots; another may call progress() meanwhile.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "base/byte_buffer.hpp"
#include "comm/lent_to_mpi.hpp"

namespace groundswell {

// Returns `n_slot`, the number of sets of messages that can be in flight. Throws Error unless it is from 1 to
// 1,000.
std::size_t checked_slots(int n_slot);

class SendSlots {
 public:
  class Slot {
   public:
    std::span<std::byte> memory() const { return used_; }
    void add(Request&& request) {
      const std::lock_guard lock(mutex_);
      memory_.add(std::move(request));
    }
    // Whether all messages of the slot are complete; also advances them.
    bool is_free() {
      const std::lock_guard lock(mutex_);
      return memory_.test();
    }

   private:
    friend class SendSlots;
    LentToMpi<ByteBuffer> memory_;  // never shrinks
    std::span<std::byte> used_;
    std::mutex mutex_;  // protects the requests
  };

  // Throws Error if the number of slots is invalid (checked_slots).
  explicit SendSlots(int n_slot) : slots_(checked_slots(n_slot)) {}
  // Waits until all messages have been sent, except after an error: slots whose messages nobody has received
  // are then abandoned (LentToMpi).
  ~SendSlots();
  SendSlots(const SendSlots&) = delete;
  SendSlots& operator=(const SendSlots&) = delete;

  // The oldest slot, with room for this many bytes. If its messages are still in flight, waits for them and
  // meanwhile advances those of all slots.
  Slot& next(std::size_t bytes);
  bool progress();  // advances messages; returns whether any are in flight
  // Leaves the messages in flight to MPI, and no longer waits for them (LentToMpi::abandon).
  void abandon();

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
