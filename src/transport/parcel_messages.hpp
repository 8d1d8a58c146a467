// SPDX-License-Identifier: Apache-2.0
// Messages with the rows of parcels, one from each rank to each other one, as a ShipmentPlan has found them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "transport/send_slots.hpp"
#include "transport/shipment_plan.hpp"

namespace groundswell {

// Packs parcels into a slot with room for ShipmentPlan::bytes_to_all, and starts a message to each receiver.
// Ranks are those of the communicator. Sends are synchronous: a message that is not being taken stays where
// it is, so that a slow receiver holds back senders instead of filling memory.
void start_messages(const Communicator& communicator, const ShipmentPlan& plan,
                    const std::vector<Parcel>& parcels, SendSlots::Slot& slot);
// Memory for those of parcels of these kinds, one from each sender; what there is stays.
void make_messages(const ShipmentPlan& plan, const std::vector<int>& kinds,
                   std::vector<ByteBuffer>& messages);
// Waits for them; naps meanwhile.
void receive_messages(const Communicator& communicator, const ShipmentPlan& plan,
                      const std::vector<int>& kinds, std::vector<ByteBuffer>& messages);

// Parcels among ranks that have rows and want rows. What a rank wants of its own rows is never sent, and rows
// are put into the order of the wanted cells in parts, wherever they go on from there: large ones need no
// memory of their own.
class ParcelExchange {
 public:
  // As ShipmentPlan. The communicator must live as long. Collective.
  ParcelExchange(const Communicator& communicator, std::vector<ParcelKind> kinds,
                 std::span<const Decomposition> own, std::span<const Decomposition> wanted);

  // Takes memory for messages of these parcels: of the same kinds on all ranks, in the same order. The rows
  // to which they refer must stay as they are while they are copied. Not collective.
  void prepare(std::vector<Parcel> parcels);
  // Sends and receives their rows. Collective.
  void exchange();
  // The rows of a field of the i-th parcel for some of the wanted cells, by their places among them, one row
  // after the other.
  void copy_rows(std::size_t i, std::size_t field, const Block& places, std::byte* to) const;
  // All rows of all parcels.
  std::vector<ReceivedParcel> copy_all() const;

  const ShipmentPlan& plan() const { return plan_; }

 private:
  const Communicator& communicator_;
  ShipmentPlan plan_;
  SendSlots slots_{1};
  SendSlots::Slot* slot_ = nullptr;
  std::vector<Parcel> parcels_;
  std::vector<ByteBuffer> messages_;
};

}  // namespace groundswell
