// SPDX-License-Identifier: Apache-2.0
#include "transport/send_slots.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"

namespace groundswell {

std::size_t checked_slots(int n_slot) {
  require(n_slot >= 1, "output should be sent through ", n_slot, " slots; at least one is needed");
  return std::size_t(n_slot);
}

bool SendSlots::Slot::is_free() {
  const auto is_complete = [](Request& request) { return request.test(); };
  return std::ranges::all_of(requests_, is_complete) && std::ranges::all_of(collectives_, is_complete);
}

// Without filling it: new memory is touched once.
void SendSlots::Slot::make_room(std::size_t bytes) {
  used_ = bytes;
  if (size_ >= bytes) return;
  memory_.reset();
  memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  size_ = bytes;
}

SendSlots::Slot& SendSlots::next(std::size_t bytes) {
  Slot& slot = slots_[oldest_];
  oldest_ = (oldest_ + 1) % slots_.size();
  if (!slot.is_free()) {
    ++n_waited_;
    const Stopwatch stopwatch;
    nap_until([&] {
      progress();
      return slot.is_free();
    });
    wait_seconds_ += stopwatch.seconds();
  }
  slot.requests_.clear();
  slot.collectives_.clear();
  slot.make_room(bytes);
  return slot;
}

void SendSlots::progress() {
  for (Slot& slot : slots_) (void)slot.is_free();
}

std::int64_t SendSlots::bytes() const {
  std::int64_t all = 0;
  for (const Slot& slot : slots_) all += std::int64_t(slot.size_);
  return all;
}

}  // namespace groundswell
