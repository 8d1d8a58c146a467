// SPDX-License-Identifier: Apache-2.0
// The common part of senders over MPI: slots for values, and announcements to the output ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "transfer/send_slots.hpp"
#include "transport/announcement.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

class SlotSender : public ShipmentSender {
 public:
  bool progress() override {
    const bool announces = announcer_.progress();
    return slots_.progress() || announces;
  }
  std::optional<std::string> look_for_answer() override { return announcer_.look_for_answer(); }
  SendCounts counts() const override {
    SendCounts counts = counts_;
    counts.wait_seconds = slots_.wait_seconds() + announcer_.wait_seconds();
    counts.slot_bytes = slots_.bytes();
    return counts;
  }

 protected:
  // Throws Error if the number of slots is invalid (checked_slots). Collective with AnnouncementReceiver.
  SlotSender(const RankRoles& roles, int n_slot) : slots_(n_slot), announcer_(roles, n_slot) {}

  // Called after each shipment. A shipment counts once as having waited, however many of its parts waited.
  void count_shipment() {
    const std::int64_t n_waited = slots_.n_waited() + announcer_.n_waited();
    if (n_waited > n_part_waited_) ++counts_.n_waited;
    n_part_waited_ = n_waited;
    ++counts_.n_shipment;
  }

  SendSlots slots_;
  Announcer announcer_;
  SendCounts counts_;  // excluding waiting times and the memory of slots

 private:
  std::int64_t n_part_waited_ = 0;
};

}  // namespace groundswell
