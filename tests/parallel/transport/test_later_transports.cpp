// SPDX-License-Identifier: Apache-2.0
// What a transport leaves to later ones: neither messages nor memory; and how it counts waiting.
#include <gtest/gtest.h>
#include <mpi.h>

#include <chrono>
#include <thread>

#include "comm/nap.hpp"
#include "support/poverty.hpp"
#include "support/sentences.hpp"
#include "transport_sides.hpp"

namespace groundswell::test {
namespace {

using namespace std::chrono_literals;

// Calls body(side) with half of all ranks as output ranks, for each method.
void for_halves(const std::function<void(Side&)>& body) {
  for_splits([&](Side& side) {
    if (side.settings.progress == "calls" && side.roles.n_output_server() == std::max(1, world().size() / 2))
      body(side);
  });
}

void take_one(ShipmentReceiver& receiver, const Side& side, int number) {
  receiver.await();
  expect_shipment(receiver.take(), side.cells, number);
}

std::string wait_for_answer(ShipmentSender& sender) {
  std::optional<std::string> answer;
  nap_until([&] { return bool(answer = sender.look_for_answer()); });
  return *answer;
}

// A sender ends by an exception, one time before its shipment has been received, the other time before it has
// been answered. Nothing of it arrives in the transport that follows.
TEST(later_transports, get_nothing_of_one_that_failed) {
  for (const bool is_received : {false, true})
    for_halves([&](Side& side) {
      if (side.computes()) {
        const std::string said = message_of([&] {
          const auto sender = side.make_sender(10);
          side.send(*sender, 2);
          if (is_received) nap_until([&] { return !sender->progress(); });
          throw Error("the model has run aground");
        });
        EXPECT_EQ(said, "the model has run aground");
        world().barrier();
        const auto sender = side.make_sender(10);
        side.send(*sender, 7);
        EXPECT_TRUE(side.roles.mine().rank() > 0 || wait_for_answer(*sender) == "new");
      } else {
        std::shared_ptr failed = side.make_receiver();
        if (is_received) take_one(*failed, side, 2);
        world().barrier();
        failed->answer("old");
        failed.reset();
        const std::shared_ptr receiver = side.make_receiver();
        take_one(*receiver, side, 7);
        receiver->answer("new");
      }
      world().barrier();
    });
}

// The handle of a communicator made now; it would be another one after each that has not been freed.
int next_handle() {
  return MPI_Comm_c2f(world().duplicate().handle());
}

// Makes and uses a transport.
void use_once(Side& side) {
  if (side.computes()) {
    const auto sender = side.make_sender(2);
    side.send(*sender, 2, true);
  } else {
    const std::shared_ptr receiver = side.make_receiver();
    take_one(*receiver, side, 2);
  }
}

TEST(later_transports, find_no_memory_and_no_communicator_in_use) {
  for_halves([](Side& side) {
    constexpr int n = 4;
    use_once(side);
    const int handle = next_handle();
    const CountedMemory counted;
    for (int i = 0; i < n; ++i) use_once(side);
    EXPECT_LT(counted.now(), n * 16) << "16 bytes or more per transport stay";
    EXPECT_LT(std::abs(next_handle() - handle), n);
  });
}

// Output ranks, primaries too, keep buffers for the largest shipment and no more.
TEST(later_transports, keep_buffers_for_one_shipment) {
  for_halves([](Side& side) {
    constexpr int n_shipment = 10;
    side.send_all(2, n_shipment, [](const std::shared_ptr<ShipmentReceiver>& receiver) {
      std::int64_t largest = 0;
      const CountedMemory counted;
      for (int i = 0; i < n_shipment; ++i) {
        largest = std::max(largest, receiver->await());
        receiver->take();
        EXPECT_LE(counted.now(), largest + 1024) << i;
      }
    });
  });
}

// Two shipments fill the slots; the third waits for the first, which is received only when all ranks that
// compute are about to send the third. Later, none waits if all before it have been received.
TEST(later_transports, tell_how_many_shipments_waited_for_a_slot) {
  for_halves([](Side& side) {
    const Decomposition cells =
        make_block_decomposition(20'000, side.roles.mine().rank(), side.roles.mine().size());
    const TransportSide of_rows{{{"rows", {{"row", sizeof(double)}}}}, {cells}};
    constexpr int n_slot = 2, n_later = 3;
    side.settings.n_slot = n_slot;
    if (side.computes()) {
      const auto sender = make_sender(side.roles, of_rows, side.settings);
      const std::vector<double> rows(cells.cells.size());
      const auto send = [&] { sender->send("", {{0, {make_cell_rows(rows)}}}); };
      for (int i = 0; i < n_slot; ++i) send();
      EXPECT_EQ(sender->counts().n_waited, 0);
      EXPECT_EQ(sender->counts().wait_seconds, 0.0);
      world().barrier();
      send();
      EXPECT_EQ(sender->counts().n_waited, 1);
      const double waited = sender->counts().wait_seconds;
      EXPECT_GT(waited, 0.0);
      for (int i = 0; i < n_later; ++i) {
        nap_until([&] { return !sender->progress(); });
        send();
      }
      EXPECT_EQ(sender->counts().n_waited, 1);
      EXPECT_EQ(sender->counts().wait_seconds, waited);
      EXPECT_EQ(sender->counts().n_shipment, n_slot + 1 + n_later);
    } else {
      const std::shared_ptr receiver = make_receiver(side.roles, of_rows, side.settings);
      world().barrier();
      std::this_thread::sleep_for(100ms);
      for (int i = 0; i < n_slot + 1 + n_later; ++i) {
        receiver->await();
        receiver->take();
      }
    }
  });
}

}  // namespace
}  // namespace groundswell::test
