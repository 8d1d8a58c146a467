// SPDX-License-Identifier: Apache-2.0
// What senders over MPI share: slots of values, and announcements to the output ranks.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "transport/announcement.hpp"
#include "transport/send_slots.hpp"
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
    counts.n_waited = std::max(slots_.n_waited(), announcer_.n_waited());
    counts.wait_seconds = slots_.wait_seconds() + announcer_.wait_seconds();
    counts.slot_bytes = slots_.bytes();
    return counts;
  }

 protected:
  // Throws Error for less than one slot. Collective with AnnouncementReceiver.
  SlotSender(const RankRoles& roles, int n_slot) : slots_(n_slot), announcer_(roles, n_slot) {}

  SendSlots slots_;
  Announcer announcer_;
  SendCounts counts_;  // without what slots and announcements have cost
};

}  // namespace groundswell
