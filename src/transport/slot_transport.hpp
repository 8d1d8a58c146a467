// SPDX-License-Identifier: Apache-2.0
// What transports over MPI have in common: values wait in slots; the first compute rank announces each
// shipment to all output ranks before its values, and receives their answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "comm/posted_texts.hpp"
#include "comm/rank_roles.hpp"
#include "transfer/send_slots.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

class SlotSender : public ShipmentSender {
 public:
  bool progress() override;
  std::optional<std::string> look_for_answer() override;
  SendCounts counts() const override;

 protected:
  // Throws Error if the number of slots is invalid (checked_slots). Collective with SlotReceiver.
  SlotSender(const RankRoles& roles, int n_slot);

  void announce(const std::string& note, const std::vector<Packet>& packets, bool is_last);
  // Called after each shipment. A shipment counts once as having waited, however many of its parts waited.
  void count_shipment();

  SendSlots slots_;
  SendCounts counts_;  // excluding waiting times and the memory of slots

 private:
  SendSlots announcements_;
  Communicator communicator_;
  int n_output_;
  std::int64_t n_part_waited_ = 0;
};

class SlotReceiver : public ShipmentReceiver {
 public:
  std::int64_t await() final;
  bool advance() final;
  ReceivedShipment take() final;
  ReceivedShipment drop() final;
  void answer(const std::string& words) final;

 protected:
  // Collective with SlotSender.
  explicit SlotReceiver(const RankRoles& roles);
  // Whether messages may still come for which MPI has been given memory.
  bool is_under_way() const { return has_started_; }

 private:
  struct Announcement {
    bool is_last = false;
    std::vector<int> kinds;
    std::string note;
  };

  // The memory that start() and unpack() will allocate for packets of these kinds [B].
  virtual std::int64_t bytes_needed(const std::vector<int>& kinds) const = 0;
  // Starts to receive; an exception leaves nothing started.
  virtual void start(const std::vector<int>& kinds) = 0;
  virtual bool test() = 0;  // whether everything has come
  virtual std::vector<ReceivedPacket> unpack(const std::vector<int>& kinds) = 0;
  virtual void forget(const std::vector<int>& /*kinds*/) {}  // in place of unpack()

  bool is_announced();
  ReceivedShipment end(std::vector<ReceivedPacket> packets);

  Communicator communicator_;
  PostedTexts answers_;
  std::optional<Announcement> announced_;
  bool has_started_ = false;
};

}  // namespace groundswell
