// SPDX-License-Identifier: Apache-2.0
// What transports over MPI have in common: values wait in slots; the first compute rank announces each
// shipment to all output ranks before its values, and receives their answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comm/posted_texts.hpp"
#include "transfer/send_slots.hpp"
#include "transport/progress_thread.hpp"
#include "transport/transport.hpp"

namespace groundswell {

class SlotSender : public ShipmentSender {
 public:
  void send(const std::string& note, const std::vector<Packet>& packets, bool is_last) final;
  bool progress() final { return thread_ ? thread_->is_under_way() : advance(); }
  std::optional<std::string> look_for_answer() final;
  SendCounts counts() const final { return counts_; }

 protected:
  // `values` are the ranks among which values travel. Throws Error if the number of slots is invalid
  // (checked_slots). Collective with SlotReceiver.
  SlotSender(const RankRoles& roles, Communicator values, const TransportSettings& settings);
  // A slot for this many bytes of values.
  SendSlots::Slot& next_slot(std::int64_t bytes);

  Communicator values_;

 private:
  virtual void check(const Packet& packet) const = 0;
  // Copies the packets to slots and starts to send them.
  virtual void start(const std::vector<Packet>& packets) = 0;
  void announce(const std::string& note, const std::vector<Packet>& packets, bool is_last);
  bool advance();

  SendSlots slots_, announcements_;
  SendCounts counts_;
  Communicator communicator_;
  int n_output_;
  std::optional<ProgressThread> thread_;  // ends before the slots that it advances
};

class SlotReceiver : public ShipmentReceiver {
 public:
  ~SlotReceiver() override {
    if (has_started_) values_.abandon();
  }
  std::int64_t await() final;
  bool advance() final;
  ReceivedShipment take() final;
  ReceivedShipment drop() final;
  void answer(const std::string& words) final;

 protected:
  // Collective with SlotSender.
  SlotReceiver(const RankRoles& roles, Communicator values)
      : values_(std::move(values)), communicator_(roles.world().duplicate()) {}

  Communicator values_;
  std::vector<int> kinds_;  // of the packets that have been announced

 private:
  // The memory that start() and unpack() will allocate [B].
  virtual std::int64_t bytes_needed() const = 0;
  // Starts to receive; an exception leaves nothing started.
  virtual void start() = 0;
  virtual bool test() = 0;  // whether everything has come
  virtual std::vector<ReceivedPacket> unpack() = 0;
  virtual void forget() {}  // in place of unpack()

  bool is_announced();
  ReceivedShipment end(std::vector<ReceivedPacket> packets);

  Communicator communicator_;
  PostedTexts answers_;
  std::optional<ReceivedShipment> announced_;
  bool has_started_ = false;  // messages may come for which MPI has been given memory
};

}  // namespace groundswell
