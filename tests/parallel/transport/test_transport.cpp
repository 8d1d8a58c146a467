// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <thread>

#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "support/sentences.hpp"
#include "support/thread_transport.hpp"
#include "transport/progress_thread.hpp"
#include "transport/shipment_queue.hpp"
#include "transport/transport.hpp"
#include "transport_sides.hpp"

namespace groundswell::test {
namespace {

using namespace std::chrono_literals;

TEST(transport, shipments_arrive_in_order_with_all_values) {
  for_splits([](Side& side) {
    constexpr int n_shipment = 12;
    if (side.computes()) {
      const auto sender = side.send_all(2, n_shipment);
      EXPECT_EQ(sender->counts().n_shipment, n_shipment);
    } else {
      const std::shared_ptr receiver = side.make_receiver();
      for (int i = 0; i < n_shipment; ++i) {
        receiver->await();
        const ReceivedShipment came = receiver->take();
        EXPECT_EQ(came.is_last, i == n_shipment - 1);
        expect_shipment(came, side.cells, i);
      }
    }
  });
}

// Nothing is received before all has been sent.
TEST(transport, who_computes_does_not_wait_while_slots_are_free) {
  for_splits([](Side& side) {
    constexpr int n_slot = 4;
    if (side.computes()) {
      const auto sender = side.make_sender(side.settings.method == "primary" ? 6 * n_slot : n_slot);
      for (int i = 0; i < n_slot; ++i) side.send(*sender, i);
      EXPECT_EQ(sender->counts().n_waited, 0);
      world().barrier();
    } else {
      const std::shared_ptr receiver = side.make_receiver();
      world().barrier();
      for (int i = 0; i < n_slot; ++i) {
        receiver->await();
        expect_shipment(receiver->take(), side.cells, i);
      }
    }
  });
}

// The messages are so small that MPI would buffer them. If rank 0 never waits, the test times out.
TEST(transport, a_slow_output_rank_holds_back_who_computes) {
  for_splits([](Side& side) {
    bool is_last = false;
    if (side.computes()) {
      const auto sender = side.make_sender(2);
      while (!is_last) {
        is_last = sender->counts().n_waited > 0 && sender->counts().wait_seconds > 0.02;
        side.roles.mine().broadcast(is_last, 0);
        sender->send(note_of(4), {}, is_last);
      }
    } else {
      const std::shared_ptr receiver = side.make_receiver();
      while (!is_last) {
        std::this_thread::sleep_for(30ms);
        receiver->await();
        const ReceivedShipment came = receiver->take();
        expect_shipment(came, side.cells, 4);
        is_last = came.is_last;
      }
    }
  });
}

// Messages so large that a sender must call MPI again and again if MPI copies them through shared buffers.
// Until files signal that each output rank has all rows, compute ranks call MPI only on a sender's thread.
TEST(transport, a_thread_moves_messages_while_nobody_else_calls_mpi) {
  for_splits([](Side& side) {
    if (side.settings.progress != "thread") return;
    constexpr std::int64_t n_cell = 64, row_bytes = std::int64_t(1) << 16;
    const int rank = side.roles.mine().rank(), size = side.roles.mine().size();
    const TransportSide wide{{{"wide", {{"wide", row_bytes}}}},
                             {make_block_decomposition(n_cell, rank, size)}};
    std::string name = testing::TempDir() + "taken_" + std::to_string(::getpid()) + "_";
    world().broadcast(name, 0);
    if (side.computes()) {
      const std::vector<std::byte> rows(std::size_t(wide.cells.front().cells.size() * row_bytes),
                                        std::byte(7));
      const auto sender = make_sender(side.roles, wide, side.settings);
      const auto n_row = std::int64_t(wide.cells.front().cells.size());
      sender->send("", {{0, {make_cell_rows(rows.data(), n_row, row_bytes)}}}, true);
      const auto have_all = [&] {
        for (int writer = 0; writer < side.roles.n_output_server(); ++writer)
          if (!std::filesystem::exists(name + std::to_string(writer))) return false;
        return true;
      };
      const Stopwatch stopwatch;
      nap_until([&] { return have_all() || stopwatch.seconds() > 20.0; });
      EXPECT_TRUE(have_all());
    } else {
      const std::shared_ptr receiver = make_receiver(side.roles, wide, side.settings);
      receiver->await();
      EXPECT_EQ(receiver->take().packets.front().fields.front().bytes().back(), std::byte(7));
      std::ofstream(name + std::to_string(rank)) << "taken\n";
    }
    world().barrier();
    if (!side.computes()) std::filesystem::remove(name + std::to_string(rank));
    world().barrier();
  });
}

TEST(transport, what_fails_on_the_thread_reaches_who_computes) {
  ProgressThread thread([]() -> bool { throw Error("the network is gone"); });
  thread.wake();
  EXPECT_EQ(message_of([&] { nap_until([&] { return !thread.is_under_way(); }); }), "the network is gone");
}

TEST(transport, a_thread_sleeps_before_anything_is_sent_and_ends_while_messages_are_under_way) {
  std::atomic<int> n_look = 0;
  {
    ProgressThread thread([&] { return ++n_look > 0; });
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(n_look, 0);
    thread.wake();
    nap_until([&] { return n_look > 3; });
  }
  const int at_end = n_look;
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(n_look, at_end);
}

TEST(transport, answers_reach_the_first_rank) {
  for_splits([](Side& side) {
    if (side.computes()) {
      const auto sender = side.make_sender(1);
      EXPECT_FALSE(sender->look_for_answer());
      sender->send("a question", {}, true);
      world().barrier();
      std::optional<std::string> words;
      while (side.roles.mine().rank() == 0 && !words) words = sender->look_for_answer();
      EXPECT_EQ(words.value_or("none"), side.roles.mine().rank() == 0 ? "an answer" : "none");
    } else {
      const std::shared_ptr receiver = side.make_receiver();
      receiver->await();
      EXPECT_EQ(receiver->take().note, "a question");
      if (side.roles.mine().rank() == 0) receiver->answer("an answer");
      world().barrier();
    }
  });
}

TEST(transport, needs_a_slot) {
  for_splits([](Side& side) {
    if (!side.computes()) return;
    EXPECT_EQ(message_of([&] { side.make_sender(0); }),
              "output should be sent through 0 slots; give 1 to 1000");
  });
}

// A burst of more shipments than slots is received by the queue while the writer waits.
TEST(transport, a_queue_takes_a_burst_while_the_writer_is_busy) {
  for_splits([](Side& side) {
    constexpr int n_shipment = 9;
    if (side.computes()) {
      const auto sender = side.send_all(2, n_shipment);
      world().barrier();  // all has been sent
    } else {
      ShipmentQueue queue(side.make_receiver(), std::int64_t(1) << 40);
      world().barrier();  // nothing is written before all has been sent
      for (int i = 0; i < n_shipment; ++i) expect_shipment(queue.next(), side.cells, i);
    }
  });
}

// A side that has failed continues to receive, so that no sender waits for it.
TEST(transport, a_queue_that_ends_lets_all_senders_end) {
  for_splits([](Side& side) {
    constexpr int n_shipment = 10;
    side.send_all(1, n_shipment, [&](const std::shared_ptr<ShipmentReceiver>& receiver) {
      ShipmentQueue queue(receiver, 1);
      expect_shipment(queue.next(), side.cells, 0);
    });
  });
}

// Both sides of a transport in one process.
struct BothSides {
  TransportSea sea{1, 1, 7};
  std::vector<Decomposition> own = sea.own_of(0), wanted = sea.wanted_of(0);
  Communicator alone = Communicator::self();
  PacketPlan plan{alone, TransportSea::kinds(), own, wanted};
};

TEST(transport, two_threads_of_one_process_are_both_sides) {
  BothSides both;
  ThreadLink link(both.plan, 2);
  constexpr int n_shipment = 10;
  std::thread server([&] {
    const auto receiver = std::make_shared<ThreadReceiver>(link);
    ShipmentQueue queue(receiver, 1 << 20);
    for (int i = 0; i < n_shipment; ++i) expect_shipment(queue.next(), both.wanted, i);
    receiver->answer("done");
  });
  ThreadSender sender(link);
  for (int i = 0; i < n_shipment; ++i) {
    const SentPackets sent(both.own, i);
    sender.send(note_of(i), sent.packets, i == n_shipment - 1);
  }
  server.join();
  EXPECT_EQ(sender.look_for_answer(), "done");
  EXPECT_EQ(sender.counts().n_shipment, n_shipment);
}

// Throws when the second shipment is taken.
class FailingReceiver final : public SimpleReceiver {
 public:
  std::int64_t await() override { return 8; }
  ReceivedShipment take() override {
    if (++n_taken_ == 2) throw Error("the network is gone");
    return {};
  }

 private:
  int n_taken_ = 0;
};

// Receives nothing before it is released.
class SilentReceiver final : public SimpleReceiver {
 public:
  std::int64_t await() override {
    told_.get_future().wait();
    return 0;
  }
  ReceivedShipment take() override { return {"", {}, true}; }
  void let_go() { told_.set_value(); }

 private:
  std::promise<void> told_;
};

TEST(transport, an_exception_does_not_wait_for_shipments_that_never_come) {
  const auto receiver = std::make_shared<SilentReceiver>();
  const std::string said = message_of([&] {
    ShipmentQueue queue(receiver, 1 << 20);
    throw Error("out of memory");
  });
  EXPECT_EQ(said, "out of memory");
  receiver->let_go();
}

TEST(transport, what_fails_while_receiving_reaches_the_writer) {
  ShipmentQueue queue(std::make_shared<FailingReceiver>(), 1 << 20);
  EXPECT_NO_THROW(queue.next());
  EXPECT_EQ(message_of([&] { queue.next(); }), "the network is gone");
}

}  // namespace
}  // namespace groundswell::test
