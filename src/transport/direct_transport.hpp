// SPDX-License-Identifier: Apache-2.0
// Each computing rank sends straight to each output rank what that one wants: one message per pair and
// shipment.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/posted_texts.hpp"
#include "comm/rank_roles.hpp"
#include "transport/shipment.hpp"
#include "transport/shipment_plan.hpp"

namespace groundswell {

class DirectSender final : public ShipmentSender {
 public:
  // The plan is that of all ranks, and must live as long; `n_slot` shipments can be under way at once. Throws
  // Error for less than one. Collective with DirectReceiver.
  DirectSender(const RankRoles& roles, const ShipmentPlan& plan, int n_slot);

  void send(const std::string& note, const std::vector<Parcel>& parcels, bool is_last) override;
  void progress() override;
  std::optional<std::string> look_for_answer() override;
  SendCounts counts() const override { return counts_; }

 private:
  struct Slot {
    // For all messages, one after the other; it stays as large as it was.
    std::unique_ptr<std::byte[]> memory;
    std::size_t size = 0;
    std::vector<Request> requests;
    bool is_free();
    void make_room(std::size_t bytes);
  };
  Slot& free_slot();
  std::string announce(const std::string& note, const std::vector<Parcel>& parcels, bool is_last) const;

  std::vector<Slot> slots_;
  Communicator communicator_;
  std::vector<int> output_ranks_;
  const ShipmentPlan& plan_;
  SendCounts counts_;
};

class DirectReceiver final : public ShipmentReceiver {
 public:
  // Collective with DirectSender.
  DirectReceiver(const RankRoles& roles, const ShipmentPlan& plan);

  std::int64_t await() override;
  ReceivedShipment take() override;
  void answer(const std::string& words) override;

 private:
  Communicator communicator_;
  bool answers_for_all_;  // the first output rank
  const ShipmentPlan& plan_;
  std::vector<int> kinds_;    // of the shipment that was announced
  ReceivedShipment awaited_;  // its note
  PostedTexts answers_;
};

}  // namespace groundswell
