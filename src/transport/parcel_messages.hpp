// SPDX-License-Identifier: Apache-2.0
// Messages that carry the rows of parcels between pairs of ranks, as determined by a ShipmentPlan.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "transport/send_slots.hpp"
#include "transport/shipment_plan.hpp"

namespace groundswell {

// Packs parcels into a slot with room for ShipmentPlan::bytes_to_all(), and starts a message to each
// receiver. Ranks are those of the communicator. Sends are synchronous: a message stays in its slot until it
// is received, so that a slow receiver holds back senders instead of filling memory.
void start_messages(const Communicator& communicator, const ShipmentPlan& plan,
                    const std::vector<Parcel>& parcels, SendSlots::Slot& slot);
// Allocates buffers for the messages with parcels of these kinds, one buffer per sender; existing memory is
// reused.
void make_messages(const ShipmentPlan& plan, const std::vector<int>& kinds,
                   std::vector<ByteBuffer>& messages);
// Waits for the messages, sleeping between checks.
void receive_messages(const Communicator& communicator, const ShipmentPlan& plan,
                      const std::vector<int>& kinds, std::vector<ByteBuffer>& messages);

// Exchanges parcels among ranks that may both have and want rows. Rows that a rank wants from itself are
// never sent, and copy_rows() copies rows into the order of the wanted cells one part at a time, as they are
// needed, so that no second copy of a whole field is held in memory.
class ParcelExchange {
 public:
  // Arguments and errors as for ShipmentPlan. The communicator must outlive this object. Collective.
  ParcelExchange(const Communicator& communicator, std::vector<ParcelKind> kinds,
                 std::span<const Decomposition> own, std::span<const Decomposition> wanted);

  // Allocates buffers for messages of these parcels, which have the same kinds in the same order on all
  // ranks. The rows to which the parcels refer must not change until all of them have been copied. Not
  // collective.
  void prepare(std::vector<Parcel> parcels);
  // Sends and receives the rows of the parcels. Collective.
  void exchange();
  // Copies the rows of a field of the i-th parcel to `to`, one after another, for the wanted cells with the
  // indices `places`.
  void copy_rows(std::size_t i, std::size_t field, const Block& places, std::byte* to) const;
  // Returns all rows of all parcels.
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
