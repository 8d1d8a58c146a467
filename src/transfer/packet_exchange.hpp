// SPDX-License-Identifier: Apache-2.0
// Messages that carry the rows of packets between pairs of ranks, as determined by a PacketPlan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "transfer/arriving_messages.hpp"
#include "transfer/packet_plan.hpp"
#include "transfer/send_slots.hpp"

namespace groundswell {

// Packs packets into a slot with room for PacketPlan::bytes_to_all(), and starts a message to each receiver.
// Ranks are those of the communicator. Sends are synchronous: a message stays in its slot until it is
// received, so that a slow receiver holds back senders instead of filling memory.
void start_messages(const Communicator& communicator, const PacketPlan& plan,
                    const std::vector<Packet>& packets, SendSlots::Slot& slot);

// Exchanges packets among ranks that may both have and want rows. Rows that a rank wants from itself are
// never sent, and copy_rows() copies rows into the order of the wanted cells one part at a time, as they are
// needed, so that no second copy of a whole field is held in memory.
class PacketExchange {
 public:
  static constexpr double no_limit = std::numeric_limits<double>::infinity();
  // Arguments and errors as for PacketPlan. At most `n_at_once` exchanges are under way at the same time. One
  // that takes longer than `time_limit` [s] is an error. Collective.
  PacketExchange(const Communicator& communicator, const std::vector<PacketKind>& kinds,
                 std::span<const Decomposition> own, std::span<const Decomposition> wanted,
                 double time_limit = 600.0, int n_at_once = 1);

  // Allocates buffers for messages of these packets, which have the same kinds in the same order on all
  // ranks. Of the rows to which the packets refer, those for other ranks must not change until start()
  // returns, and those that this rank wants itself until they have been copied. Not collective.
  void prepare(std::vector<Packet> packets);
  // start() sends the rows of the packets prepared, and finish() waits for those of the oldest exchange that
  // was started. Throws Error at the time limit, on the ranks that wait; the object can then only be
  // destroyed. Collective.
  void start();
  void finish();
  void exchange() {
    start();
    finish();
  }
  // The functions that copy are for the exchange finished last, until the next one is prepared or, if several
  // are under way, finished.
  // Copies the rows of a field of the i-th packet to `to`, one after another, for the wanted cells with the
  // indices `places`.
  void copy_rows(std::size_t i, std::size_t field, const Block& places, std::byte* to) const;
  // Copies all rows of the i-th packet.
  void copy_all(std::size_t i, std::span<const CellRows> to) const;
  // Returns all rows of the i-th packet, or of all.
  ReceivedPacket copy_packet(std::size_t i) const;
  std::vector<ReceivedPacket> copy_all() const;

  const PacketPlan& plan() const { return plan_; }
  std::int64_t message_bytes() const;  // memory allocated for messages so far [B]

 private:
  struct Round {
    std::vector<Packet> packets;
    SendSlots::Slot* slot = nullptr;
    ArrivingMessages messages;
  };
  Round& round(std::int64_t number) { return rounds_[std::size_t(number) % rounds_.size()]; }
  const Round& finished() const { return rounds_[std::size_t(n_finished_ - 1) % rounds_.size()]; }
  std::string late(Round& round) const;
  void copy_field(std::size_t i, std::size_t field, const Block& places, const CellRows& to) const;

  Communicator communicator_;
  PacketPlan plan_;
  double time_limit_;
  SendSlots slots_;
  std::vector<Round> rounds_;  // as many as may be under way
  std::int64_t n_started_ = 0, n_finished_ = 0;
};

}  // namespace groundswell
