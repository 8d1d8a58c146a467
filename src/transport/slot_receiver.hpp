// SPDX-License-Identifier: Apache-2.0
// The common part of receivers over MPI: what has been announced, and how far its messages have come.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "comm/nap.hpp"
#include "transport/announcement.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

class SlotReceiver : public ShipmentReceiver {
 public:
  std::optional<std::int64_t> look() final {
    if (!announced_) announced_ = announcements_.look();
    if (!announced_) return {};
    return bytes_needed(announced_->kinds);
  }
  bool advance() final {
    if (!has_started_) start(announced_->kinds);
    has_started_ = true;
    return test();
  }
  ReceivedShipment take() final {
    nap_until([&] { return advance(); });
    std::vector<ReceivedPacket> packets = unpack(announced_->kinds);
    return end(std::move(packets));
  }
  ReceivedShipment drop() final {
    await();
    nap_until([&] { return advance(); });
    forget(announced_->kinds);
    return end({});
  }
  void answer(const std::string& words, Speaker speaker) final { announcements_.answer(words, speaker); }

 protected:
  // Collective with the sender.
  explicit SlotReceiver(const RankRoles& roles) : announcements_(roles) {}
  // Whether messages may still come for which MPI has been given memory.
  bool is_under_way() const { return has_started_; }

 private:
  // The memory that start() and unpack() will allocate for packets of these kinds [B].
  virtual std::int64_t bytes_needed(const std::vector<int>& kinds) const = 0;
  // Starts to receive; an exception leaves nothing started.
  virtual void start(const std::vector<int>& kinds) = 0;
  virtual bool test() = 0;  // whether everything has come
  virtual std::vector<ReceivedPacket> unpack(const std::vector<int>& kinds) = 0;
  virtual void forget(const std::vector<int>& /*kinds*/) {}  // in place of unpack()

  ReceivedShipment end(std::vector<ReceivedPacket> packets) {
    ReceivedShipment shipment{std::move(announced_->note), std::move(packets), announced_->is_last};
    announced_.reset();
    has_started_ = false;
    return shipment;
  }

  AnnouncementReceiver announcements_;
  std::optional<Announcement> announced_;
  bool has_started_ = false;
};

}  // namespace groundswell
