// SPDX-License-Identifier: Apache-2.0
// What travels from the ranks that compute to those that write, without either waiting for the other:
// shipments, one after the other. Each has a note and parcels; a parcel has the rows of some fields, at the
// cells that each output rank wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_buffer.hpp"
#include "exec/cell_rows.hpp"
#include "transfer/transfer.hpp"

namespace groundswell {

// Fields that always travel together, such as those of one file. The same list on all ranks.
struct ParcelKind {
  std::string name;  // in sentences
  std::vector<TransferField> fields;
};

// One of a kind, to be sent: rows of this rank's cells, one entry per field.
struct Parcel {
  int kind = 0;
  std::vector<ConstCellRows> from;
};

struct ReceivedParcel {
  int kind = 0;
  std::vector<ByteBuffer> fields;  // rows of the cells that this rank wants, in its order
};

struct ReceivedShipment {
  std::string note;
  std::vector<ReceivedParcel> parcels;
  bool is_last = false;
};

// What sending has cost a rank.
struct SendCounts {
  std::int64_t n_shipment = 0, bytes = 0;
  std::int64_t n_waited = 0;    // shipments for which no slot was free
  std::int64_t slot_bytes = 0;  // of memory
  double pack_seconds = 0.0, wait_seconds = 0.0;
};

// How many shipments can be under way at once. Throws Error for less than one.
std::size_t checked_slots(int n_slot);

// The side that computes.
class ShipmentSender {
 public:
  virtual ~ShipmentSender() = default;
  // Copies the parcels, of different kinds, and returns; only where all slots are under way does it wait for
  // the oldest. All computing ranks send the same kinds in the same order; the note is the first one's.
  virtual void send(const std::string& note, const std::vector<Parcel>& parcels, bool is_last = false) = 0;
  // Lets messages go on, to be called now and then while computing, and returns whether any are under way.
  // One other thread may call it while this one is in another function.
  virtual bool progress() = 0;
  // What the output ranks have said (ShipmentReceiver::answer), if anything new; on the first rank.
  virtual std::optional<std::string> look_for_answer() = 0;
  virtual SendCounts counts() const = 0;
};

// The side that writes.
class ShipmentReceiver {
 public:
  virtual ~ShipmentReceiver() = default;
  // Waits until the next shipment is announced and returns how many bytes take() will need.
  virtual std::int64_t await() = 0;
  // Waits for it. Precondition: await() came before.
  virtual ReceivedShipment take() = 0;
  // Says something to the first computing rank, without waiting: the first output rank, or any one.
  enum class Speaker { first, any };
  virtual void answer(const std::string& words, Speaker speaker = Speaker::first) = 0;
};

}  // namespace groundswell
