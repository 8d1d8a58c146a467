// SPDX-License-Identifier: Apache-2.0
// Announcements of shipments by the first compute rank to each output rank, sent before the values, and the
// answers of output ranks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "comm/posted_texts.hpp"
#include "comm/rank_roles.hpp"
#include "transfer/send_slots.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

struct Announcement {
  bool is_last = false;
  std::vector<int> kinds;
  std::string note;
};

// Used on compute ranks.
class Announcer {
 public:
  // Collective with AnnouncementReceiver.
  Announcer(const RankRoles& roles, int n_slot);

  // Only the first compute rank sends anything.
  void announce(const std::string& note, const std::vector<Packet>& packets, bool is_last);
  bool progress() { return slots_.progress(); }
  std::optional<std::string> look_for_answer();
  std::int64_t n_waited() const { return slots_.n_waited(); }
  double wait_seconds() const { return slots_.wait_seconds(); }

 private:
  SendSlots slots_;
  Communicator communicator_;
  std::vector<int> output_ranks_;
};

// Used on output ranks.
class AnnouncementReceiver {
 public:
  explicit AnnouncementReceiver(const RankRoles& roles);

  std::optional<Announcement> look();  // the next one, if it has come
  void answer(const std::string& words, ShipmentReceiver::Speaker speaker);

 private:
  Communicator communicator_;
  bool is_first_;
  PostedTexts answers_;
};

}  // namespace groundswell
