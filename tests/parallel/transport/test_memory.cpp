// SPDX-License-Identifier: Apache-2.0
// The memory that senders and receivers take, counted from outside.
#include <gtest/gtest.h>

#include <atomic>

#include "comm/nap.hpp"
#include "support/poverty.hpp"
#include "support/thread_transport.hpp"
#include "transport/shipment_queue.hpp"
#include "transport_sides.hpp"

namespace groundswell::test {
namespace {

constexpr std::int64_t small_things = 8192;  // notes, requests and lists, not rows

// Rows, messages, and the data that a primary gathers; the buffers of messages are kept and used again.
TEST(memory, await_tells_what_take_allocates) {
  for_splits([](Side& side) {
    if (side.settings.progress == "thread") return;
    constexpr int n_shipment = 4;
    side.send_all(2, n_shipment, [&](const std::shared_ptr<ShipmentReceiver>& receiver) {
      for (int i = 0; i < n_shipment; ++i) {
        const std::int64_t bytes = receiver->await();
        const CountedMemory counted;
        const ReceivedShipment came = receiver->take();
        const std::int64_t highest = counted.highest();
        EXPECT_LE(highest, bytes + small_things) << i;
        EXPECT_GE(highest, i == 0 ? bytes : 0);
        expect_shipment(came, side.cells, i);
      }
    });
  });
}

// Each slot takes the largest shipment (primary: field) that it has had.
TEST(memory, slots_take_as_much_as_the_largest_shipments) {
  for_splits([](Side& side) {
    if (side.settings.progress == "thread") return;
    constexpr int n_shipment = 20, n_slot = 3;
    if (side.computes()) {
      const auto sender = side.make_sender(n_slot);
      const CountedMemory counted;
      std::int64_t largest = 0, before = 0;
      for (int i = 0; i < n_shipment; ++i) {
        side.send(*sender, i);
        const std::int64_t sent = sender->counts().bytes;
        largest = std::max(largest, sent - std::exchange(before, sent));
      }
      if (side.settings.method == "primary")
        largest = std::int64_t(std::max(side.cells[0].cells.size(), side.cells[1].cells.size()) *
                               Fields::n_col * sizeof(double));
      EXPECT_LE(sender->counts().slot_bytes, n_slot * largest);
      EXPECT_GE(sender->counts().slot_bytes, side.settings.method == "direct" ? n_slot * largest : largest);
      EXPECT_LE(counted.now(), n_slot * largest + small_things);
      EXPECT_GE(counted.now(), sender->counts().slot_bytes);
    } else {
      const std::shared_ptr receiver = side.make_receiver();
      for (int i = 0; i < n_shipment; ++i) {
        receiver->await();
        receiver->take();
      }
    }
  });
}

// The writer takes nothing before the queue holds what it may.
TEST(memory, a_queue_fills_its_memory_and_takes_no_more) {
  for_splits([](Side& side) {
    if (side.settings.progress == "thread") return;
    constexpr int n_shipment = 8;
    const auto number_of = [](int i) { return 5 * i; };  // all are of one kind
    if (side.computes()) {
      const auto sender = side.make_sender(2);
      for (int i = 0; i < n_shipment; ++i) side.send(*sender, number_of(i), i == n_shipment - 1);
    } else {
      const std::shared_ptr receiver = side.make_receiver();
      const std::int64_t bytes = receiver->await();
      expect_shipment(receiver->take(), side.cells, 0);
      const CountedMemory counted;
      ShipmentQueue queue(receiver, 5 * bytes / 2);
      nap_until([&] { return queue.highest_bytes() >= 2 * bytes; });
      for (int i = 1; i < n_shipment; ++i) {
        const ReceivedShipment came = queue.next();
        EXPECT_EQ(came.note, note_of(number_of(i)));
      }
      EXPECT_EQ(queue.highest_bytes(), 2 * bytes);
      EXPECT_LE(counted.highest(), 2 * bytes + small_things);
    }
  });
}

// Has shipments of 100 bytes whenever it is asked.
class ReadyReceiver final : public SimpleReceiver {
 public:
  static constexpr int n_shipment = 200;
  std::int64_t await() override {
    ++n_awaited;
    return 100;
  }
  ReceivedShipment take() override { return {"", {}, n_awaited == n_shipment}; }
  std::atomic<int> n_awaited = 0;
};

// The writer is slow: whenever it takes a shipment, the next but two has been announced.
TEST(memory, a_queue_leaves_with_the_sender_what_does_not_fit) {
  const auto receiver = std::make_shared<ReadyReceiver>();
  ShipmentQueue queue(receiver, 250);
  for (int i = 0; i < ReadyReceiver::n_shipment; ++i) {
    nap_until([&] { return receiver->n_awaited >= std::min(i + 2, ReadyReceiver::n_shipment); });
    EXPECT_LE(receiver->n_awaited, i + 3);
    queue.next();
  }
  EXPECT_EQ(queue.highest_bytes(), 200);
}

}  // namespace
}  // namespace groundswell::test
