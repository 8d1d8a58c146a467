// SPDX-License-Identifier: Apache-2.0
// Asynchronous transport from compute ranks to output ranks: a sequence of shipments. Each has a note and
// packets; a packet has the rows of some fields at the cells that each output rank wants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "transfer/packet.hpp"

namespace groundswell {

struct ReceivedShipment {
  std::string note;
  std::vector<ReceivedPacket> packets;
  bool is_last = false;
};

// The cost of sending on one rank.
struct SendCounts {
  std::int64_t n_shipment = 0, bytes = 0;
  std::int64_t n_waited = 0;    // shipments that had to wait for a slot
  std::int64_t slot_bytes = 0;  // memory allocated for slots
  double pack_seconds = 0.0, wait_seconds = 0.0;
};

// The compute side.
class ShipmentSender {
 public:
  virtual ~ShipmentSender() = default;
  // Copies the packets, which are of different kinds, and returns; waits only if the oldest slot is still in
  // flight. All compute ranks send the same kinds in the same order; the note is taken from the first rank.
  virtual void send(const std::string& note, const std::vector<Packet>& packets, bool is_last = false) = 0;
  // Advances messages and returns whether any are in flight; to be called from time to time while computing.
  virtual bool progress() = 0;
  // On the first compute rank: the next answer from the output ranks (ShipmentReceiver::answer), if there is
  // one. Nothing on other ranks.
  virtual std::optional<std::string> look_for_answer() = 0;
  virtual SendCounts counts() const = 0;
};

// The writing side.
class ShipmentReceiver {
 public:
  virtual ~ShipmentReceiver() = default;
  // Waits until the next shipment is announced and returns the number of bytes that take() will need for it.
  virtual std::int64_t await() = 0;
  // Advances the next shipment. Returns whether take() and drop() need not wait for those who send.
  virtual bool advance() = 0;
  // Waits for the next shipment and returns it. After an exception the shipment can still be dropped.
  virtual ReceivedShipment take() = 0;
  // Waits for the next shipment, so that its senders need not wait, and returns it without packets.
  virtual ReceivedShipment drop() = 0;
  // Sends an answer to the first compute rank without blocking.
  virtual void answer(const std::string& words) = 0;
};

}  // namespace groundswell
