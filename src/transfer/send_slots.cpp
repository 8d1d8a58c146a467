// SPDX-License-Identifier: Apache-2.0
#include "transfer/send_slots.hpp"

#include <exception>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"

namespace groundswell {

std::size_t checked_slots(int n_slot) {
  constexpr int most = 1000;
  require(n_slot >= 1 && n_slot <= most, "output should be sent through ", n_slot, " slots; give 1 to ",
          most);
  return std::size_t(n_slot);
}

SendSlots::~SendSlots() {
  if (std::uncaught_exceptions() > 0) return;
  try {
    for (Slot& slot : slots_) slot.memory_.wait();
  } catch (const Error&) {  // what follows a failed message is not waited for
  }
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
  slot.used_ = slot.memory_->first(bytes);
  return slot;
}

bool SendSlots::progress() {
  bool is_under_way = false;
  for (Slot& slot : slots_)
    if (!slot.is_free()) is_under_way = true;
  return is_under_way;
}

void SendSlots::abandon() {
  for (Slot& slot : slots_) {
    if (slot.is_free()) continue;
    slot.memory_.abandon();
    slot.memory_ = LentToMpi<ByteBuffer>();
  }
}

std::int64_t SendSlots::bytes() const {
  std::int64_t all = 0;
  for (const Slot& slot : slots_) all += std::int64_t(slot.memory_->size());
  return all;
}

}  // namespace groundswell
