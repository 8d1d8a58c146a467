// SPDX-License-Identifier: Apache-2.0
#include "transport/send_slots.hpp"

#include <algorithm>
#include <exception>
#include <utility>

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
  if (std::uncaught_exceptions() > 0) new std::vector<Slot>(std::move(slots_));
}

bool SendSlots::Slot::is_free() {
  const std::lock_guard lock(mutex_);
  const auto is_complete = [](Request& request) { return request.test(); };
  return std::ranges::all_of(requests_, is_complete) && std::ranges::all_of(collectives_, is_complete);
}

void SendSlots::Slot::empty() {
  const std::lock_guard lock(mutex_);
  requests_.clear();
  collectives_.clear();
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
  slot.empty();
  slot.used_ = slot.memory_.first(bytes);
  return slot;
}

bool SendSlots::progress() {
  bool is_under_way = false;
  for (Slot& slot : slots_)
    if (!slot.is_free()) is_under_way = true;
  return is_under_way;
}

std::int64_t SendSlots::bytes() const {
  std::int64_t all = 0;
  for (const Slot& slot : slots_) all += std::int64_t(slot.memory_.size());
  return all;
}

}  // namespace groundswell
