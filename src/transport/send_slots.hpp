// SPDX-License-Identifier: Apache-2.0
// Buffers of messages that are under way: a slot is used again when its messages are known to be complete.
// One thread fills them; another one may call progress() meanwhile.
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
    // Also lets its messages go on.
    bool is_free();

   private:
    friend class SendSlots;
    void empty();
    ByteBuffer memory_;  // stays as large as it was
    std::span<std::byte> used_;
    std::mutex mutex_;  // of requests
    std::vector<Request> requests_;
    std::vector<CollectiveRequest> collectives_;
  };

  // Throws Error for less than one slot.
  explicit SendSlots(int n_slot) : slots_(checked_slots(n_slot)) {}
  // Waits until all messages have left, but not after an error: MPI may then still read what nobody has
  // taken, so that it stays to the end of the program.
  ~SendSlots();
  SendSlots(const SendSlots&) = delete;
  SendSlots& operator=(const SendSlots&) = delete;

  // The oldest slot, with room for so many bytes; waits where its messages are under way, and lets all
  // others go on meanwhile.
  Slot& next(std::size_t bytes);
  bool progress();  // whether messages are under way

  std::int64_t n_waited() const { return n_waited_; }
  double wait_seconds() const { return wait_seconds_; }
  std::int64_t bytes() const;  // of memory

 private:
  std::vector<Slot> slots_;
  std::size_t oldest_ = 0;
  std::int64_t n_waited_ = 0;
  double wait_seconds_ = 0.0;
};

}  // namespace groundswell
