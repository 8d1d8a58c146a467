// SPDX-License-Identifier: Apache-2.0
#include "probe/core_messages.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <thread>

#include "base/error.hpp"
#include "base/stopwatch.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t over = -1;
constexpr int n_warm = 2;  // uncounted calls, which touch memory for the first time

// The flag counts turns: even ones are the sender's, odd ones the receiver's.
struct Handover {
  alignas(64) std::atomic<std::int64_t> turn{0};
  alignas(64) std::vector<std::byte> shared;
};

// Waits for the turn after `turn`; yields because other threads may need the processor.
std::int64_t await_change(const Handover& handover, std::int64_t turn) {
  for (int i = 0;; ++i) {
    const std::int64_t now = handover.turn.load(std::memory_order_acquire);
    if (now != turn) return now;
    if (i % 4096 == 4095) std::this_thread::yield();
  }
}

void take_messages(Handover& handover) {
  std::vector<std::byte> mine(handover.shared.size());
  for (std::int64_t turn = 0;;) {
    turn = await_change(handover, turn);
    if (turn == over) return;
    std::memcpy(mine.data(), handover.shared.data(), mine.size());
    handover.turn.store(++turn, std::memory_order_release);
  }
}

// Calls once() repeatedly; returns the time of each call.
template <class Once>
std::vector<double> time_calls(const CoreMessages& messages, Once&& once) {
  std::vector<double> samples;
  for (int i = 0; i < n_warm; ++i) once();
  const Stopwatch stopwatch;
  double before = 0.0;
  do {
    once();
    const double now = stopwatch.seconds();
    samples.push_back(std::max(now - before, 1e-9));  // the clock has a resolution of a nanosecond
    before = now;
  } while (int(samples.size()) < messages.repetitions && before < messages.seconds);
  return samples;
}

std::vector<double> send_messages(Handover& handover, const CoreMessages& messages) {
  std::vector<std::byte> mine(handover.shared.size(), std::byte{1});
  std::int64_t turn = 0;
  std::vector<double> samples = time_calls(messages, [&] {
    std::memcpy(handover.shared.data(), mine.data(), mine.size());
    handover.turn.store(turn + 1, std::memory_order_release);
    turn = await_change(handover, turn + 1);
  });
  handover.turn.store(over, std::memory_order_release);
  return samples;
}

void require_bound(bool is_bound, int processor) {
  require(is_bound, "the system does not let a thread run on processor ", processor,
          " alone; measure the network without --inside");
}

}  // namespace

std::vector<double> time_core_messages(int from_processor, int to_processor, const CoreMessages& messages) {
  Handover handover;
  handover.shared.assign(std::size_t(messages.bytes), std::byte{0});
  std::atomic<bool> sender_is_bound = true, receiver_is_bound = true;
  std::vector<double> samples;
  std::thread receiver([&] {
    receiver_is_bound = bind_thread(to_processor);
    take_messages(handover);
  });
  std::thread sender([&] {
    sender_is_bound = bind_thread(from_processor);
    samples = send_messages(handover, messages);
  });
  sender.join();
  receiver.join();
  require_bound(sender_is_bound, from_processor);
  require_bound(receiver_is_bound, to_processor);
  return samples;
}

std::vector<double> time_on_processor(int processor, const CoreMessages& messages,
                                      const std::function<void()>& once) {
  bool is_bound = true;
  std::vector<double> samples;
  std::exception_ptr failure;
  std::thread worker([&] {
    is_bound = bind_thread(processor);
    try {
      samples = time_calls(messages, once);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  worker.join();
  require_bound(is_bound, processor);
  if (failure) std::rethrow_exception(failure);
  return samples;
}

}  // namespace groundswell
