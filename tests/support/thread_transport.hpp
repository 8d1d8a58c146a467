// SPDX-License-Identifier: Apache-2.0
// Both sides of a transport in one process, on two threads, so that a server can be tested and debugged in
// one program.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>

#include "transfer/packet_plan.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

// The pending shipments between a ThreadSender and a ThreadReceiver, which refer to it.
class ThreadLink {
 public:
  // `plan` is that of a process which is on both sides; it must outlive the link. At most `n_slot` shipments
  // are pending.
  ThreadLink(const PacketPlan& plan, int n_slot);

 private:
  friend class ThreadSender;
  friend class ThreadReceiver;
  const PacketPlan& plan_;
  std::size_t n_slot_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<ReceivedShipment> shipments_;
  std::deque<std::string> answers_;
};

class ThreadSender final : public ShipmentSender {
 public:
  explicit ThreadSender(ThreadLink& link) : link_(link) {}
  void send(const std::string& note, const std::vector<Packet>& packets, bool is_last) override;
  bool progress() override { return false; }
  std::optional<std::string> look_for_answer() override;
  SendCounts counts() const override { return counts_; }

 private:
  ThreadLink& link_;
  SendCounts counts_;
};

// A receiver that has all of a shipment once it is announced.
class SimpleReceiver : public ShipmentReceiver {
 public:
  bool advance() override { return true; }
  ReceivedShipment drop() override { return take(); }
  void answer(const std::string&) override {}
};

class ThreadReceiver final : public SimpleReceiver {
 public:
  explicit ThreadReceiver(ThreadLink& link) : link_(link) {}
  std::int64_t await() override;
  ReceivedShipment take() override;
  void answer(const std::string& words) override;

 private:
  ThreadLink& link_;
};

}  // namespace groundswell
